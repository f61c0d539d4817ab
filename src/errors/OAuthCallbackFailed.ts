import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The sign-in failed after the return from the provider. No part of the attempt can be reused. docs/protocol.md §11.3.
 *
 * - `InvalidCallback`: the URL did not contain exactly one code and one state, or had another issuer.
 * - `ProviderFailed`: the platform sent an error that this package doesn't know, instead of a code.
 * - `PlatformRefused`: the platform rejected the code with a plain-text error.
 * - `InvalidTotpCode`: the TOTP code was wrong.
 *
 * @cause The callback page was loaded twice, or opened from the history.
 * @cause The sign-in was started in another browser, or its cookie was deleted.
 * @cause The callback URL in the provider's settings is not the platform's.
 * @fix Offer to sign in again. `developerMessage` explains the failure. Log it instead of showing it to users.
 */
export class OAuthCallbackFailed extends TaggedError("OAuthCallbackFailed")<{
  readonly reason: "InvalidCallback" | "ProviderFailed" | "PlatformRefused" | "InvalidTotpCode"
  /**
   * Explanation for the developer, at most 1,000 characters. Anyone can write this text into the URL, so don't show it
   * to users. If you display it, display it as text.
   */
  readonly developerMessage: string | undefined
}> {
  override get message(): string {
    return this.reason === "InvalidTotpCode"
      ? "Invalid TOTP code. Please try signing in again."
      : "Error signing in during OAuth callback. Please try again."
  }
}
