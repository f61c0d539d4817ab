/** Takes out of a sentence what looks like a secret: somebody may have put one where it does not belong. */

/** Keys and tokens by their look, and any long word that is not the name of a variable. */
const secrets =
  /(?<=:\/\/)[^\s/@]+(?=@)|\beyJ[\w-]+(?:\.[\w-]*){0,2}|\b(?:pck|ssk|sak|whsec)_[\w+/=-]+|\b(?![A-Z]+(?:_[A-Z]+)+\b)\w{40,}\b/g

/** The text, with tokens, keys, and who an address signs in as, shown as `***`. */
export const scrubbed = (text: string): string => text.replace(secrets, "***")
