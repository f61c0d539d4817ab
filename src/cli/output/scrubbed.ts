/** Removes text that looks like a secret from messages. A user may have passed a secret by mistake. */

/** Matches keys and tokens by their format, and long words except variable names. */
const secrets =
  /(?<=:\/\/)[^\s/@]+(?=@)|\beyJ[\w-]+(?:\.[\w-]*){0,2}|\b(?:pck|ssk|sak|whsec)_[\w+/=-]+|\b(?![A-Z]+(?:_[A-Z]+)+\b)\w{40,}\b/g

/** Replaces tokens, keys, and the user and password of a URL by `***`. */
export const scrubbed = (text: string): string => text.replace(secrets, "***")
