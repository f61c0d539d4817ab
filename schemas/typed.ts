/** Cleans codes and email addresses that people type or paste. Passwords are never changed. */

/**
 * Returns a code without spaces, dashes and invisible characters, which users and mail programs add. Digits of all
 * scripts become ASCII digits. Case is kept: the platform ignores it.
 */
export const typedCode = (text: string): string =>
  text.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]/gu, "").replace(/[^\P{Nd}0-9]/gu, asciiDigit)

/**
 * Converts a Unicode digit to ASCII. The ten digits of a script are consecutive, starting with zero; some scripts are
 * adjacent.
 */
const asciiDigit = (digit: string): string => {
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++
  return String(value % 10)
}

/** The possible problems with an email address, and what was expected instead. */
export const expectedAddress = {
  email: "an email address",
  invisible: "an email address without invisible characters; type it again"
}

/**
 * Returns the problem with an email address, ignoring surrounding spaces. The platform may still reject a valid
 * address.
 */
export const addressFault = (text: string): keyof typeof expectedAddress | undefined =>
  /[\p{Cc}\p{Cf}\p{DI}]/u.test(text.trim())
    ? "invisible"
    : /^\s*[^\s@]+@[^\s@]+\s*$/.test(text)
    ? undefined
    : "email"
