/** What of a page's set-up keeps people from signing in, as far as the page itself can tell. */
import type { RecordedCall } from "./recorder.ts"

/** Something that was looked at. */
export interface Check {
  readonly name: string
  /** What is wrong, why that matters, and what to do; `undefined`: nothing is. */
  readonly problem: string | undefined
}

/** Looks at the page, and at how the last calls went. */
export const checksOf = (page: Window, calls: ReadonlyArray<Pick<RecordedCall, "outcome">>): ReadonlyArray<Check> => [
  { name: "Passkeys are offered while people type", problem: autofillProblem(page.document) },
  { name: "The platform trusts this site", problem: trustProblem(page.location.origin, calls) },
  { name: "Cookies stay", problem: cookieProblem(page) },
  { name: "The page is a secure one", problem: securityProblem(page) }
]

/** Forms that make a new password are none to sign in with. */
const autofillProblem = (document: Document): string | undefined => {
  const wrong = [...document.querySelectorAll<HTMLInputElement>("input[autocomplete]")].find((input) => {
    const words = wordsOf(input)
    const fields = [...input.form ?? []]
    return words.includes("username") && words.at(-1) !== "webauthn" && input.type !== "hidden" && !input.readOnly
      && !fields.some((field) => wordsOf(field).includes("new-password"))
  })
  if (wrong === undefined) return undefined
  const words = wordsOf(wrong)
  return `An input has autocomplete="${words.join(" ")}", so browsers do not offer passkeys there. `
    + `Write autocomplete="${
      [...words.filter((word) => word !== "webauthn"), "webauthn"].join(" ")
    }": webauthn comes last.`
}

const wordsOf = (field: Element): ReadonlyArray<string> =>
  (field.getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/).filter((word) => word !== "")

const trustProblem = (origin: string, calls: ReadonlyArray<Pick<RecordedCall, "outcome">>): string | undefined =>
  calls.some(({ outcome }) => outcome === "RedirectUrlNotWhitelisted")
    ? `The platform refused to send people to a page of ${origin}, which is none of the project's trusted domains. `
      + "Add it there, or allow localhost while you develop."
    : undefined

const cookieProblem = (page: Window): string | undefined => {
  if (!page.navigator.cookieEnabled) {
    return "The browser keeps no cookies for this page, so a session ends with it. Allow them, or choose another tokenStore."
  }
  return isForeignFrame(page)
    ? "The page is a frame in another site's page, where browsers keep its SameSite=Lax cookies from requests or drop them. "
      + "Open it in a window of its own to sign in."
    : undefined
}

const isForeignFrame = (page: Window): boolean => {
  try {
    return page.top !== page && page.top?.location.origin !== page.location.origin
  } catch {
    // another site's address cannot be read
    return true
  }
}

const securityProblem = (page: Window): string | undefined =>
  page.isSecureContext === false
    ? `${page.location.origin} is neither HTTPS nor localhost, so passkeys and signing in by other providers cannot work. `
      + "Serve the page by HTTPS."
    : undefined
