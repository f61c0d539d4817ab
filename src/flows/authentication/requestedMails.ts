/** Which sign-in mails this browser requested, so that programs that scan mails do not spend a link. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type SecretInput, secretText } from "../../../schemas/secrets.ts"
import { typedCode } from "../../../schemas/typed.ts"

const key = "latchkey-mails"

/** A mail's mark, and its masked address. */
type Requested = readonly [mark: string, email: string]

/** Mails remembered at most: people ask again when one does not arrive. */
const most = 5

/** The last characters of a code, which link and typed code of a mail share: too few to guess the rest from. */
const markOf = (code: string): string => typedCode(code).slice(-8).toLowerCase()

/** Browsers may forbid storage, and other runtimes have none. */
const inBrowser = <A>(use: (storage: Storage) => A): A | undefined => {
  try {
    return "document" in globalThis ? use(localStorage) : undefined
  } catch {
    return undefined
  }
}

const requested = (storage: Storage): ReadonlyArray<Requested> => {
  const found: unknown = JSON.parse(storage.getItem(key) ?? "[]")
  return Array.isArray(found) ? found : []
}

/** Remembers in this browser that it requested a mail. Neither the code nor the whole address is stored. */
export const rememberMail = (nonce: Redacted.Redacted, email: string): Effect.Effect<void> =>
  Effect.sync(() =>
    inBrowser((storage) => {
      const mail: Requested = [markOf(Redacted.value(nonce)), email.trim().replace(/^(.).*@/su, "$1…@")]
      const before = inBrowser(requested) ?? []
      storage.setItem(key, JSON.stringify([mail, ...before].slice(0, most)))
    })
  )

/**
 * Returns the address that this browser requested the mailed link for, as `a…@example.com`; `null` if it did not request
 * the link. Mail scanners open links, too, and some run scripts: on a page of your own, ask for a press before
 * `signIn.withLink` unless the browser requested the link. Sends nothing.
 */
export const requestedHere = Effect.fn("signIn.requestedHere")((link: { readonly code: SecretInput }) =>
  Effect.sync(() => {
    const mark = markOf(secretText(link.code) ?? "")
    return inBrowser((storage) => requested(storage).find(([mail]) => mail === mark)?.[1]) ?? null
  })
)
