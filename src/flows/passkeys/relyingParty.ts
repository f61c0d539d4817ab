/** Host and browser signals for passkey ceremonies. docs/protocol.md §15. */
import * as Effect from "effect/Effect"
import { Passkeys, type PasskeySignal } from "../../../layers/browser/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import { CallError, DecodeError } from "../../../schemas/errors/CallError.ts"
import { PasskeyWebAuthnError } from "../../../schemas/errors/passkeys.ts"

/** Options for a passkey. */
export interface PasskeyOptions {
  /**
   * Host that the passkey is bound to. Browsers accept the page's host and its parent domains. The platform accepts
   * only the page's host and fails for all other hosts.
   *
   * @default the host of the page
   */
  readonly hostname?: string | undefined
}

/** Sends a signal to the browser. Its failure is ignored. */
export const tell = (signal: PasskeySignal) => Effect.result(Passkeys.use((passkeys) => passkeys.signal(signal)))

/** Returns the host of the passkey. Passkeys require a domain name, not an IP address. WebAuthn L3 §5.1.3 step 7. */
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

/** Placeholder for the page's host. */
export const sentinel = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** An object in the platform's options. */
export type Fields = { readonly [name: string]: unknown }

/** Creates the error for passkey options of the platform that don't have the documented form. */
export const unreadable = (endpoint: string, problem: string) =>
  Effect.fail(new CallError({ endpoint, reason: new DecodeError({ status: 200, problem, excerpt: "" }) }))
