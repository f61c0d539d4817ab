import type * as Redacted from "effect/Redacted"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The platform was asked for a feature, and does not have it. docs/protocol.md §26.
 *
 * @cause The feature is not part of this revision of the platform, or of the project's plan.
 * @fix Ask the platform's support for it, or do without.
 */
export class FeatureNotSupported extends TaggedError("FeatureNotSupported")<{
  readonly featureName: string
  /** The platform's own words. Wrapped, because nobody knows what they repeat of the request. */
  readonly answer: Redacted.Redacted
}> {
  override get message(): string {
    return `The platform does not support ${JSON.stringify(this.featureName)}. Ask its support, or do without.`
  }
}
