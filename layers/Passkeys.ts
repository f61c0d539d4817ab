/** The passkeys of a browser, or a replacement for them. */
export { type PasskeyFailure } from "./browser/passkeyFailure.ts"
export { Passkeys, type PasskeySignal } from "./browser/Passkeys.ts"
