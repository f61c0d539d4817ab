import type * as Redacted from "effect/Redacted"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The platform doesn't support the requested feature. docs/protocol.md §26.
 *
 * @cause The feature is not part of this revision of the platform, or of the project's plan.
 * @fix Contact the platform's support, or do without the feature.
 */
export class FeatureNotSupported extends TaggedError("FeatureNotSupported")<{
  readonly featureName: string
  /** Response of the platform. Redacted, because it may contain parts of the request. */
  readonly response: Redacted.Redacted
}> {
  override get message(): string {
    return `The platform does not support ${
      JSON.stringify(this.featureName)
    }. Contact its support, or use another feature.`
  }
}
