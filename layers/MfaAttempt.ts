/** Where the attempt code of a sign-in that waits for MFA is kept. */
export { MfaAttempt } from "./session/MfaAttempt.ts"
