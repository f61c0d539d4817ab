/** Checks a page's setup for problems that prevent sign-in. */
import type { RecordedCall } from "./recorder.ts"

/** Result of a check. */
export interface Check {
  readonly name: string
  /** The problem, its consequence and its fix; `undefined` if there is none. */
  readonly problem: string | undefined
}

/** Checks the page and the outcomes of recent calls. */
export const checksOf = (page: Window, calls: ReadonlyArray<Pick<RecordedCall, "outcome">>): ReadonlyArray<Check> => [
  { name: "Passkey autofill", problem: autofillProblem(page.document) },
  { name: "Trusted domain", problem: trustProblem(page.location.origin, calls) },
  { name: "Cookies", problem: cookieProblem(page) },
  { name: "Secure context", problem: securityProblem(page) }
]

/**
 * Returns a problem if a sign-in form prevents autofill. Forms with a new password are for other purposes and aren't
 * checked.
 */
const autofillProblem = (document: Document): string | undefined => {
  const wrong = [...document.querySelectorAll<HTMLInputElement>("input[autocomplete]")].find((input) => {
    const words = wordsOf(input)
    const fields = [...input.form ?? []]
    return words.includes("username") && words.at(-1) !== "webauthn" && input.type !== "hidden" && !input.readOnly
      && !fields.some((field) => wordsOf(field).includes("new-password"))
  })
  if (wrong === undefined) return undefined
  const words = wordsOf(wrong)
  return `An input has autocomplete="${words.join(" ")}", so browsers don't offer passkeys there. `
    + `Use autocomplete="${
      [...words.filter((word) => word !== "webauthn"), "webauthn"].join(" ")
    }": webauthn has to come last.`
}

const wordsOf = (field: Element): ReadonlyArray<string> =>
  (field.getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/).filter((word) => word !== "")

const trustProblem = (origin: string, calls: ReadonlyArray<Pick<RecordedCall, "outcome">>): string | undefined =>
  calls.some(({ outcome }) => outcome === "RedirectUrlNotWhitelisted")
    ? `The platform rejected a redirect to ${origin}, which is not one of the project's trusted domains. `
      + "Add it to them, or allow localhost during development."
    : undefined

const cookieProblem = (page: Window): string | undefined => {
  if (!page.navigator.cookieEnabled) {
    return "The browser blocks cookies on this page, so sessions end with the page. Allow them, or use another tokenStore."
  }
  return isForeignFrame(page)
    ? "The page is embedded in another site, where browsers don't send or keep its SameSite=Lax cookies. "
      + "Open it in its own window to sign in."
    : undefined
}

const isForeignFrame = (page: Window): boolean => {
  try {
    return page.top !== page && page.top?.location.origin !== page.location.origin
  } catch {
    // Reading the location of a cross-origin page throws.
    return true
  }
}

const securityProblem = (page: Window): string | undefined =>
  page.isSecureContext === false
    ? `${page.location.origin} is neither HTTPS nor localhost, so passkeys and OAuth sign-in don't work. `
      + "Serve the page over HTTPS."
    : undefined
