/**
 * Passkeys: registration, sign-in, autofill.
 * For the flows' list.
 */
export * as passkeys from "./passkeys.ts"
