/** Checks URLs from external sources before a redirect. docs/protocol.md §23.3. */
import * as Effect from "effect/Effect"
import { Navigation, TrustedOrigins, trustedUrl } from "../../../layers/browser/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import { RedirectNotTrusted } from "../../errors/index.ts"

/** Returns the URL if it is trusted on the current page. */
export const trustedRedirect = (url: string): Effect.Effect<string, RedirectNotTrusted> =>
  Effect.gen(function*() {
    const found = trustedUrl(url, (yield* Navigation).here(), yield* TrustedOrigins)
    return found ?? (yield* new RedirectNotTrusted({ target: targetOf(url) }))
  })

const targetOf = (url: unknown): string | undefined => {
  const target = typeof url === "string" ? parseUrl(url, "https://latchkey.invalid") : undefined
  if (target === undefined) return undefined
  const { host, hostname, protocol } = target
  return hostname === "latchkey.invalid" ? undefined : `${protocol}//${host}`
}
