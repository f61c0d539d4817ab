/** A refusal without a code: plain text, and no header that names an error. docs/protocol.md §3. */
import * as Data from "effect/Data"

/** Fails a request with a status and a sentence. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly status: number
  readonly text: string
}> {
  override get message(): string {
    return this.text
  }
}
