/** Keys that act for a user. docs/platform.md §12. Where the project does not allow them, each call is a plain 400. */
import * as Effect from "effect/Effect"
import * as UserApiKeys from "../../../schemas/endpoints/userApiKeys.ts"
import { type NewApiKey, onlyOf } from "./newApiKey.ts"
import type { UserTarget } from "./UserTarget.ts"

export { whyInvalid } from "./apiKeyValidity.ts"

/** The user's keys, newest first; expired and revoked ones stay. */
export const list = Effect.fn("userApiKeys.list")(function*(of: UserTarget = {}) {
  return (yield* UserApiKeys.list({ userId: of.userId ?? "me" })).items
})

/** Creates a key. Show its `value` to the person now: it is never told again. */
export const create = Effect.fn("userApiKeys.create")(function*(key: NewApiKey & UserTarget) {
  yield* onlyOf("user", UserApiKeys.create.spec.name, key)
  return yield* UserApiKeys.create({ ...key, userId: key.userId ?? "me" })
})

/** One key, by its id. */
export const get = Effect.fn("userApiKeys.get")(function*(key: { readonly id: string }) {
  return yield* UserApiKeys.get({ apiKeyId: key.id })
})

/** Describes a key anew. Nothing else of it can change. */
export const describe = Effect.fn("userApiKeys.describe")(function*(key: {
  readonly id: string
  readonly description: string
}) {
  return yield* UserApiKeys.update({ apiKeyId: key.id, description: key.description })
})

/** Revokes a key for good. Doing so again changes nothing. */
export const revoke = Effect.fn("userApiKeys.revoke")(function*(key: { readonly id: string }) {
  return yield* UserApiKeys.update({ apiKeyId: key.id, revoked: true })
})
