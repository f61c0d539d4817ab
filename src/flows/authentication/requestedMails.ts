/**
 * Sign-in emails that this browser requested. Links of other emails aren't followed automatically, because email
 * scanners could use them up.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { PageStorage, type TextStorage } from "../../../layers/browser/index.ts"
import { type SecretInput, secretText } from "../../../schemas/secrets.ts"
import { typedCode } from "../../../schemas/typed.ts"

const key = "latchkey-mails"

/** Mark of an email, and its masked address. */
type Requested = readonly [mark: string, email: string]

/** Maximum number of stored emails. People request another one if the first doesn't arrive. */
const most = 5

/**
 * Returns the last characters of a code. The link and the typed code of an email have the same last characters, and
 * they are too few to guess the rest of the code.
 */
const markOf = (code: string): string => typedCode(code).slice(-8).toLowerCase()

/** Runs only in browsers that allow storage. */
const inBrowser = <A>(storage: PageStorage, use: (storage: TextStorage) => A): A | undefined => {
  try {
    const local = storage("local")
    return local && use(local)
  } catch {
    return undefined
  }
}

const requested = (storage: TextStorage): ReadonlyArray<Requested> => {
  const found: unknown = JSON.parse(storage.getItem(key) ?? "[]")
  return Array.isArray(found) ? found : []
}

/** Stores that this browser requested an email, without the code and with a masked address. */
export const rememberMail = (nonce: Redacted.Redacted, email: string): Effect.Effect<void> =>
  Effect.map(PageStorage, (page) =>
    inBrowser(page, (storage) => {
      const mail: Requested = [markOf(Redacted.value(nonce)), email.trim().replace(/^(.).*@/su, "$1…@")]
      const before = inBrowser(page, requested) ?? []
      storage.setItem(key, JSON.stringify([mail, ...before].slice(0, most)))
    }))

/**
 * Returns the address for which this browser requested the link, masked as `a…@example.com`, or `null` if it didn't
 * request the link. Email scanners open links too, and some run scripts. On your own page, require a click before
 * `signIn.withLink` unless the browser requested the link. Sends nothing.
 */
export const requestedHere = Effect.fn("signIn.requestedHere")((link: { readonly code: SecretInput }) =>
  Effect.map(PageStorage, (page) => {
    const mark = markOf(secretText(link.code) ?? "")
    return inBrowser(page, (storage) => requested(storage).find(([mail]) => mail === mark)?.[1]) ?? null
  })
)
