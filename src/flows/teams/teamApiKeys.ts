/**
 * API keys of a team. The signed-in user needs `$manage_api_keys` there; without it, calls fail with `ApiKeyNotFound`.
 * docs/platform.md §12. If the project doesn't allow team API keys, every call fails with an `HttpFailure` of status
 * 400.
 */
import * as Effect from "effect/Effect"
import * as TeamApiKeys from "../../../schemas/endpoints/teamApiKeys.ts"
import { type NewApiKey, onlyOf } from "../account/index.ts"

export { whyInvalid } from "../account/index.ts"

/** API key of a team. */
export interface TeamKey {
  readonly id: string
  readonly teamId: string
}

/** Returns the team's keys, newest first, including expired and revoked ones. */
export const list = Effect.fn("teamApiKeys.list")(function*(of: { readonly teamId: string }) {
  return (yield* TeamApiKeys.list(of)).items
})

/** Creates a key. Show its `value` to the user immediately: it is never returned again. */
export const create = Effect.fn("teamApiKeys.create")(function*(key: NewApiKey & { readonly teamId: string }) {
  yield* onlyOf("team", TeamApiKeys.create.spec.name, key)
  return yield* TeamApiKeys.create(key)
})

/** Returns a key by its id. */
export const get = Effect.fn("teamApiKeys.get")(function*(key: TeamKey) {
  return yield* TeamApiKeys.get({ apiKeyId: key.id, teamId: key.teamId })
})

/** Changes a key's description, which is its only changeable field. */
export const describe = Effect.fn("teamApiKeys.describe")(function*(key: TeamKey & { readonly description: string }) {
  return yield* TeamApiKeys.update({ apiKeyId: key.id, teamId: key.teamId, description: key.description })
})

/** Revokes a key permanently. Revoking it again has no effect. */
export const revoke = Effect.fn("teamApiKeys.revoke")(function*(key: TeamKey) {
  return yield* TeamApiKeys.update({ apiKeyId: key.id, teamId: key.teamId, revoked: true })
})
