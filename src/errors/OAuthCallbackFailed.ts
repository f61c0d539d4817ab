import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A person came back from a provider and is not signed in. Nothing of the attempt can be used again.
 * docs/protocol.md §11.3.
 *
 * - `InvalidAnswer`: the address did not carry exactly one code and one state, or was issued by somebody else.
 * - `ProviderFailed`: the provider, or the platform, sent an error in place of a code.
 * - `PlatformRefused`: the platform refused the code in plain text.
 * - `InvalidTotpCode`: the second factor was wrong.
 *
 * @cause The callback page was loaded twice, or opened from the history.
 * @cause The sign-in was begun in another browser, or the cookie that it left was deleted.
 * @cause The callback address in the provider's settings is not the platform's.
 * @fix Offer the ways to sign in again. `said` has what was said about it, for the developer.
 */
export class OAuthCallbackFailed extends TaggedError("OAuthCallbackFailed")<{
  readonly reason: "InvalidAnswer" | "ProviderFailed" | "PlatformRefused" | "InvalidTotpCode"
  /**
   * What was said about it, at most 1,000 characters. It may stand in the address bar for anyone to write, so it is for
   * the developer; where people see it, show it as text.
   */
  readonly said: string | undefined
}> {
  override get message(): string {
    return this.reason === "InvalidTotpCode"
      ? "Invalid TOTP code. Please try signing in again."
      : "Error signing in during OAuth callback. Please try again."
  }
}
