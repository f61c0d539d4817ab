/**
 * API keys of a user. docs/platform.md §12. If the project doesn't allow user API keys, every call fails with an
 * `HttpFailure` of status 400.
 */
import * as Effect from "effect/Effect"
import * as UserApiKeys from "../../../schemas/endpoints/userApiKeys.ts"
import { type NewApiKey, onlyOf } from "./newApiKey.ts"
import type { UserTarget } from "./UserTarget.ts"

export { whyInvalid } from "./apiKeyValidity.ts"

/** Returns the user's keys, newest first, including expired and revoked ones. */
export const list = Effect.fn("userApiKeys.list")(function*(of: UserTarget = {}) {
  return (yield* UserApiKeys.list({ userId: of.userId ?? "me" })).items
})

/** Creates a key. Show its `value` to the user immediately: it is never returned again. */
export const create = Effect.fn("userApiKeys.create")(function*(key: NewApiKey & UserTarget) {
  yield* onlyOf("user", UserApiKeys.create.spec.name, key)
  return yield* UserApiKeys.create({ ...key, userId: key.userId ?? "me" })
})

/** Returns a key by its id. */
export const get = Effect.fn("userApiKeys.get")(function*(key: { readonly id: string }) {
  return yield* UserApiKeys.get({ apiKeyId: key.id })
})

/** Changes a key's description, which is its only changeable field. */
export const describe = Effect.fn("userApiKeys.describe")(function*(key: {
  readonly id: string
  readonly description: string
}) {
  return yield* UserApiKeys.update({ apiKeyId: key.id, description: key.description })
})

/** Revokes a key permanently. Revoking it again has no effect. */
export const revoke = Effect.fn("userApiKeys.revoke")(function*(key: { readonly id: string }) {
  return yield* UserApiKeys.update({ apiKeyId: key.id, revoked: true })
})
