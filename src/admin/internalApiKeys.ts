/** The project's own keys. docs/platform.md §13. */
import * as Effect from "effect/Effect"
import * as InternalApiKeys from "../../schemas/endpoints/internalApiKeys.ts"

export { whyInternalInvalid as whyInvalid } from "../flows/account/index.ts"

/** Every set of keys the project ever had, newest first; expired and revoked ones stay. */
export const list = Effect.fn("admin.internalApiKeys.list")(function*() {
  return (yield* InternalApiKeys.list()).items
})

/** What a new set of keys is for. */
export interface NewInternalApiKey {
  /** What people recognise it by. */
  readonly description: string
  readonly expiresAt: Date
  /** Which keys the set has. @default none */
  readonly hasPublishableClientKey?: boolean | undefined
  readonly hasSecretServerKey?: boolean | undefined
  readonly hasSuperSecretAdminKey?: boolean | undefined
}

/** Makes a set of keys. Keep the answer: it is the only one that ever shows them. */
export const create = Effect.fn("admin.internalApiKeys.create")(function*(key: NewInternalApiKey) {
  return yield* InternalApiKeys.create({
    description: key.description,
    expiresAt: key.expiresAt,
    hasPublishableClientKey: key.hasPublishableClientKey ?? false,
    hasSecretServerKey: key.hasSecretServerKey ?? false,
    hasSuperSecretAdminKey: key.hasSuperSecretAdminKey ?? false
  })
})

/** Revokes a set for good, the last one included: nothing asks twice. */
export const revoke = Effect.fn("admin.internalApiKeys.revoke")(function*(key: { readonly id: string }) {
  return yield* InternalApiKeys.update({ apiKeyId: key.id, revoked: true })
})
