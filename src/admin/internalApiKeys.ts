/** Project keys. docs/platform.md §13. */
import * as Effect from "effect/Effect"
import * as InternalApiKeys from "../../schemas/endpoints/internalApiKeys.ts"

export { whyInternalInvalid as whyInvalid } from "../flows/account/index.ts"

/** Returns all key sets of the project, newest first, including expired and revoked ones. */
export const list = Effect.fn("admin.internalApiKeys.list")(function*() {
  return (yield* InternalApiKeys.list()).items
})

/** Options for a new key set. */
export interface NewInternalApiKey {
  /** Description by which people recognize the set. */
  readonly description: string
  readonly expiresAt: Date
  /** Keys that the set contains. @default none */
  readonly hasPublishableClientKey?: boolean | undefined
  readonly hasSecretServerKey?: boolean | undefined
  readonly hasSuperSecretAdminKey?: boolean | undefined
}

/** Creates a key set. Store the result: the keys are never returned again. */
export const create = Effect.fn("admin.internalApiKeys.create")(function*(key: NewInternalApiKey) {
  return yield* InternalApiKeys.create({
    description: key.description,
    expiresAt: key.expiresAt,
    hasPublishableClientKey: key.hasPublishableClientKey ?? false,
    hasSecretServerKey: key.hasSecretServerKey ?? false,
    hasSuperSecretAdminKey: key.hasSuperSecretAdminKey ?? false
  })
})

/** Revokes a key set permanently and without confirmation, even the last one. */
export const revoke = Effect.fn("admin.internalApiKeys.revoke")(function*(key: { readonly id: string }) {
  return yield* InternalApiKeys.update({ apiKeyId: key.id, revoked: true })
})
