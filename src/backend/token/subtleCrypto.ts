import { VerifierMisconfigured } from "./errors.ts"

/** `crypto.subtle`. Throws `VerifierMisconfigured` where the runtime has none. */
export const subtleCrypto = (): SubtleCrypto => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (subtle !== undefined) return subtle
  throw new VerifierMisconfigured(
    "crypto.subtle",
    "is missing in this runtime",
    "Run this on a server; in a test, in the node environment and not in one with a DOM."
  )
}
