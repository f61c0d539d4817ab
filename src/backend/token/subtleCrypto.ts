import { VerifierMisconfigured } from "./errors.ts"

/** `crypto.subtle`. Throws `VerifierMisconfigured` where the runtime has none. */
export const subtleCrypto = (): (typeof globalThis)["crypto"]["subtle"] => {
  const subtle: (typeof globalThis)["crypto"]["subtle"] | undefined = globalThis.crypto?.subtle
  if (subtle !== undefined) return subtle
  throw new VerifierMisconfigured(
    "crypto.subtle",
    "is missing in this runtime",
    "Run this on a server; in a test, in the node environment and not in one with a DOM."
  )
}
