/** Removes what looks like a secret from a sentence. A user may have passed one by mistake. */

/** Keys and tokens by their format, and any long word that is not the name of a variable. */
const secrets =
  /(?<=:\/\/)[^\s/@]+(?=@)|\beyJ[\w-]+(?:\.[\w-]*){0,2}|\b(?:pck|ssk|sak|whsec)_[\w+/=-]+|\b(?![A-Z]+(?:_[A-Z]+)+\b)\w{40,}\b/g

/** Replaces tokens, keys, and the user and password of a URL by `***`. */
export const scrubbed = (text: string): string => text.replace(secrets, "***")
