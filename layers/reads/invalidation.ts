/**
 * Determines the reads that a write invalidates: by its endpoint's `invalidates`, and by the user or team that both
 * concern.
 */
import type { Spec } from "../../schemas/Endpoint.ts"

/** A call that a read made, which writes are compared with. */
export interface MadeCall {
  readonly name: string
  readonly input: object
}

/** A write invalidates a call of a resource that it names, unless the two concern different teams or users. */
export const isInvalidatedBy = (call: MadeCall, write: Spec, input: object): boolean =>
  write.invalidates.some((invalidated) => `${call.name}.`.startsWith(`${invalidated}.`)) &&
  !scopes.some((scope) => differ((input as Fields)[scope], (call.input as Fields)[scope]))

const scopes = ["teamId", "userId"] as const

interface Fields {
  readonly [name: string]: unknown
}

/** `me` may be any user. */
const differ = (a: unknown, b: unknown): boolean => a !== b && ![a, b].some((id) => id === undefined || id === "me")
