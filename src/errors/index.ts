/** Errors of flows, in addition to the errors of their calls. Used by every flow. */
export { FeatureNotSupported } from "./FeatureNotSupported.ts"
export { invalidInput } from "./invalidInput.ts"
export { MfaAttemptMissing } from "./MfaAttemptMissing.ts"
export { NoPrimaryEmail } from "./NoPrimaryEmail.ts"
export { NotSignedIn } from "./NotSignedIn.ts"
export { OAuthCallbackFailed } from "./OAuthCallbackFailed.ts"
export { OAuthNotPossible } from "./OAuthNotPossible.ts"
export { RedirectNotTrusted } from "./RedirectNotTrusted.ts"
