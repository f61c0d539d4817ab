/**
 * The second factor by an authenticator app.
 * For the flows' list, and for screens that show a key.
 */
export * as totp from "./totp.ts"
