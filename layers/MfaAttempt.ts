/** Storage of the attempt code while a sign-in waits for MFA. */
export { MfaAttempt } from "./session/MfaAttempt.ts"
