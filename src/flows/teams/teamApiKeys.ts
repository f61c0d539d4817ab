/**
 * Keys that act for a team. The signed-in user needs `$manage_api_keys` there, and without it gets `ApiKeyNotFound`.
 * docs/platform.md §12. Where the project does not allow them, each call is a plain 400.
 */
import * as Effect from "effect/Effect"
import * as TeamApiKeys from "../../../schemas/endpoints/teamApiKeys.ts"
import { type NewApiKey, onlyOf } from "../account/index.ts"

export { whyInvalid } from "../account/index.ts"

/** A key of a team. */
export interface TeamKey {
  readonly id: string
  readonly teamId: string
}

/** The team's keys, newest first; expired and revoked ones stay. */
export const list = Effect.fn("teamApiKeys.list")(function*(of: { readonly teamId: string }) {
  return (yield* TeamApiKeys.list(of)).items
})

/** Creates a key. Show its `value` to the person now: it is never told again. */
export const create = Effect.fn("teamApiKeys.create")(function*(key: NewApiKey & { readonly teamId: string }) {
  yield* onlyOf("team", TeamApiKeys.create.spec.name, key)
  return yield* TeamApiKeys.create(key)
})

/** One key, by its id. */
export const get = Effect.fn("teamApiKeys.get")(function*(key: TeamKey) {
  return yield* TeamApiKeys.get({ apiKeyId: key.id, teamId: key.teamId })
})

/** Describes a key anew. Nothing else of it can change. */
export const describe = Effect.fn("teamApiKeys.describe")(function*(key: TeamKey & { readonly description: string }) {
  return yield* TeamApiKeys.update({ apiKeyId: key.id, teamId: key.teamId, description: key.description })
})

/** Revokes a key for good. Doing so again changes nothing. */
export const revoke = Effect.fn("teamApiKeys.revoke")(function*(key: TeamKey) {
  return yield* TeamApiKeys.update({ apiKeyId: key.id, teamId: key.teamId, revoked: true })
})
