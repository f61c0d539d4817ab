/** What every step with a passkey needs: the host it belongs to, and a word to the browser. docs/protocol.md §15. */
import * as Effect from "effect/Effect"
import { Passkeys, type PasskeySignal } from "../../../layers/browser/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import { CallError, DecodeError } from "../../../schemas/errors/CallError.ts"
import { PasskeyWebAuthnError } from "../../../schemas/errors/passkeys.ts"

/** Where a passkey belongs. */
export interface PasskeyOptions {
  /**
   * The host that the passkey is bound to. Browsers take the page's own and the domains above it; the platform takes
   * the page's own alone, and answers to another one that registering or signing in failed.
   *
   * @default the host of the page
   */
  readonly hostname?: string | undefined
}

/** A courtesy: what became of the sign-in does not hang on it. */
export const tell = (signal: PasskeySignal) => Effect.result(Passkeys.use((passkeys) => passkeys.signal(signal)))

/** Passkeys belong to names, not to addresses of machines. WebAuthn L3 §5.1.3 step 7. */
export const relyingParty = ({ hostname }: PasskeyOptions) =>
  Effect.flatMap(Passkeys, (passkeys) => {
    const given = hostname ?? passkeys.hostname() ?? ""
    const host = /^[^\s/:@?#\\[\]]+$/.test(given) ? parseUrl(`https://${given}/`)?.hostname ?? "" : ""
    return host === "" || /(^|\.)\d+\.?$/.test(host)
      ? Effect.fail(
        new PasskeyWebAuthnError({ code: "ERROR_INVALID_DOMAIN", message: `${given} is an invalid domain` })
      )
      : Effect.succeed(host)
  })

/** Stands where the page's host belongs. */
export const sentinel = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** An object of the platform's options. */
export type Fields = { readonly [name: string]: unknown }

/** The platform asked for something else than documented. */
export const unreadable = (endpoint: string, problem: string) =>
  Effect.fail(new CallError({ endpoint, reason: new DecodeError({ status: 200, problem, excerpt: "" }) }))
