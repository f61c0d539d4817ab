/** What authenticator apps read from a QR code: Google's Key Uri Format. */

/** The `otpauth://` address of a secret in base32, with SHA-1, six digits and 30 s. */
export const keyUri = (issuer: string, account: string, secret: string): string => {
  // the colon parts the two in the label, encoded or not, so that neither may have one
  const by = withoutColons(issuer)
  const label = [by, withoutColons(account)].filter((part) => part !== "").map(encodeURIComponent).join(":")
  const parameters = [["secret", secret], ["issuer", by], ["algorithm", "SHA1"], ["digits", "6"], ["period", "30"]]
  const query = parameters.flatMap(([name, value]) => value === "" ? [] : [`${name}=${encodeURIComponent(value!)}`])
  return `otpauth://totp/${label}?${query.join("&")}`
}

/** Half a surrogate pair has no encoding. */
const withoutColons = (text: string): string =>
  text.replace(/[:\s]+/g, " ").replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "\uFFFD"
  )
    .trim()
