/**
 * Sign-in, sign-up and sign-out; passwords, emailed codes and verified addresses. Other flows use it to keep sessions
 * and MFA attempts.
 */
export { type SignUpError, signUpOnce } from "./anonymousSignUp.ts"
export { accessToken, type AccessTokenOptions, authHeaders, authJson, authorizationHeader } from "./authHeaders.ts"
export { challenged } from "./challenged.ts"
export { address } from "./emailAddress.ts"
export * as emailVerification from "./emailVerification.ts"
export { keepable } from "./keepable.ts"
export { openSession } from "./keepSession.ts"
export { openerOf, type Surroundings } from "./linkOpener.ts"
export { mailedCode } from "./mailedCode.ts"
export * as password from "./password.ts"
export { rememberMfaAttempt } from "./rememberMfaAttempt.ts"
export { renewIfOutdated, renewToken } from "./renewToken.ts"
export * as signIn from "./signIn.ts"
export { revokeSession, signOut } from "./signOut.ts"
export * as signUp from "./signUp.ts"
