/** An address as people type it. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { Email } from "../../../schemas/fields.ts"
import { invalidInput } from "../../errors/index.ts"

const isEmail = Schema.is(Email)

/** The address without the blanks around it. For calls that would take any text. */
export const address = (endpoint: string, typed: string): Effect.Effect<string, CallError> => {
  const trimmed = typed.trim()
  return isEmail(trimmed)
    ? Effect.succeed(trimmed)
    : Effect.fail(invalidInput(endpoint, "value", "Expected an e-mail address"))
}
