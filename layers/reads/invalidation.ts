/** Which reads a write makes out of date: by what its endpoint says it invalidates, and whose things both are about. */
import type { Spec } from "../../schemas/Endpoint.ts"

/** A call that a read made: what a write is compared with. */
export interface MadeCall {
  readonly name: string
  readonly input: object
}

/** A write invalidates a call of what it names, unless both say for which team or user, and it is another. */
export const isInvalidatedBy = (call: MadeCall, write: Spec, input: object): boolean =>
  write.invalidates.some((invalidated) => `${call.name}.`.startsWith(`${invalidated}.`)) &&
  !scopes.some((scope) => differ((input as Fields)[scope], (call.input as Fields)[scope]))

const scopes = ["teamId", "userId"] as const

interface Fields {
  readonly [name: string]: unknown
}

/** `me` may be anybody's name for themselves. */
const differ = (a: unknown, b: unknown): boolean => a !== b && ![a, b].some((id) => id === undefined || id === "me")
