/** Cleans codes and e-mail addresses that people type or paste. Passwords are never changed. */

/**
 * Returns a code without the spaces, dashes and invisible characters that people and mail programs put into it. Digits of
 * every script become ASCII digits. Case stays: the platform ignores it.
 */
export const typedCode = (text: string): string =>
  text.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]/gu, "").replace(/[^\P{Nd}0-9]/gu, asciiDigit)

/** Unicode keeps the ten digits of a script side by side, from zero on; some scripts follow each other. */
const asciiDigit = (digit: string): string => {
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++
  return String(value % 10)
}

/** The problems of an e-mail address, with what was expected instead. */
export const expectedAddress = {
  email: "an e-mail address",
  invisible: "an e-mail address without invisible characters; type it anew"
}

/** Returns the problem of an e-mail address, ignoring spaces around it. The platform may still reject a valid one. */
export const addressFault = (text: string): keyof typeof expectedAddress | undefined =>
  /[\p{Cc}\p{Cf}\p{DI}]/u.test(text.trim())
    ? "invisible"
    : /^\s*[^\s@]+@[^\s@]+\s*$/.test(text)
    ? undefined
    : "email"
