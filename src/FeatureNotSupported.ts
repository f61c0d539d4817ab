import { TaggedError } from "../schemas/TaggedError.ts"

/** The platform was asked whether it has a feature, and never has it. The message is its answer. Specification §7. */
export class FeatureNotSupported extends TaggedError("FeatureNotSupported")<{ readonly answer: string }> {
  override get message(): string {
    return this.answer
  }
}
