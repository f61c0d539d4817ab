/** Proof that who fetches a session is who asked for it. RFC 7636, docs/protocol.md §11.2. */
import * as Effect from "effect/Effect"

/** 43 characters with 256 random bits, from the runtime's cryptographic source: a verifier, or a state. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** The SHA-256 of a verifier. */
export const challengeOf = (verifier: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
    (digest) => base64url(new Uint8Array(digest))
  )

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
