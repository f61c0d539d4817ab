/** Validation of addresses for endpoints that accept any text. */
import * as Effect from "effect/Effect"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { addressFault, expectedAddress } from "../../../schemas/typed.ts"
import { invalidInput } from "../../errors/index.ts"

/** Returns the address without the spaces around it. */
export const address = (endpoint: string, typed: string): Effect.Effect<string, CallError> => {
  const fault = addressFault(typed)
  return fault === undefined
    ? Effect.succeed(typed.trim())
    : Effect.fail(invalidInput(endpoint, "value", `Expected ${expectedAddress[fault]}`))
}
