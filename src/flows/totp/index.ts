/** MFA with an authenticator app. Exported as flows, and used by screens that show a key. */
export * as totp from "./totp.ts"
