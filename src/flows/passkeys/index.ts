/** Passkeys: registration, sign-in and autofill. Exported as flows. */
export * as passkeys from "./passkeys.ts"
