/** URIs that authenticator apps read from QR codes: Google's Key Uri Format. */

/** Creates the `otpauth://` URI of a base32 secret, with SHA-1, six digits and 30 s. */
export const keyUri = (issuer: string, account: string, secret: string): string => {
  // the colon separates the two parts of the label, so neither of them may contain one
  const by = withoutColons(issuer)
  const label = [by, withoutColons(account)].filter((part) => part !== "").map(encodeURIComponent).join(":")
  const parameters = [["secret", secret], ["issuer", by], ["algorithm", "SHA1"], ["digits", "6"], ["period", "30"]]
  const query = parameters.flatMap(([name, value]) => value === "" ? [] : [`${name}=${encodeURIComponent(value!)}`])
  return `otpauth://totp/${label}?${query.join("&")}`
}

/** Replaces colons, and unpaired surrogates, which can't be encoded. */
const withoutColons = (text: string): string =>
  text.replace(/[:\s]+/g, " ").replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "\uFFFD"
  )
    .trim()
