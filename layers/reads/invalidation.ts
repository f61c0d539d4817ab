/**
 * Determines the reads that a write invalidates, from `invalidates` of the write's endpoint and the affected user or
 * team.
 */
import type { Spec } from "../../schemas/Endpoint.ts"

/** A call made by a read. Writes are compared with it. */
export interface MadeCall {
  readonly name: string
  readonly input: object
}

/**
 * Whether a write invalidates a call: the write names the call's resource, and the two don't concern different teams or
 * users.
 */
export const isInvalidatedBy = (call: MadeCall, write: Spec, input: object): boolean =>
  write.invalidates.some((invalidated) => `${call.name}.`.startsWith(`${invalidated}.`)) &&
  !scopes.some((scope) => differ((input as Fields)[scope], (call.input as Fields)[scope]))

const scopes = ["teamId", "userId"] as const

interface Fields {
  readonly [name: string]: unknown
}

/** Whether two ids differ. `me` may be any user. */
const differ = (a: unknown, b: unknown): boolean => a !== b && ![a, b].some((id) => id === undefined || id === "me")
