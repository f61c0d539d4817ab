/** Error response without an error code: plain text, and no error header. docs/protocol.md §3. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** Fails a request with a status and a plain-text message. */
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
