/** A refusal without a code: plain text, and no header that names an error. docs/protocol.md §3. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** Fails a request with a status and a sentence. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly status: number
  readonly text: string
}> {
  override get message(): string {
    return this.text
  }

  static readonly fail = (status: number, text: string): Effect.Effect<never, Refusal> =>
    Effect.fail(new Refusal({ status, text }))
}
