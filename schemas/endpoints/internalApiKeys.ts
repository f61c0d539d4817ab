/** The project's keys for its own programs. docs/platform.md §13. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { InternalApiKey, InternalApiKeyFirstView } from "../entities/InternalApiKey.ts"
import { ApiKeyNotFound } from "../errors/apiKeys.ts"
import { Millis, Uuid } from "../fields.ts"
import { wire } from "../wireNames.ts"

/** Every set of keys the project ever had, newest first; expired and revoked ones stay. */
export const list = endpoint("admin", "internalApiKeys.list", "GET /internal/api-keys", {
  output: listOf(InternalApiKey)
})

/** Makes a set of keys. Keep the answer: it is the only one that ever shows them. A time in the past is taken too. */
export const create = endpoint("admin", "internalApiKeys.create", "POST /internal/api-keys", {
  input: {
    description: Schema.String,
    expiresAt: wire("expires_at_millis", Millis),
    hasPublishableClientKey: Schema.Boolean,
    hasSecretServerKey: Schema.Boolean,
    hasSuperSecretAdminKey: Schema.Boolean
  },
  output: InternalApiKeyFirstView,
  invalidates: ["internalApiKeys.list"]
})

/** One set of keys, with the last four characters of each. */
export const get = endpoint("admin", "internalApiKeys.get", "GET /internal/api-keys/{api_key_id}", {
  input: { apiKeyId: Uuid },
  output: InternalApiKey,
  errors: [ApiKeyNotFound]
})

/** Renames or revokes a set of keys. Revoking is final; revoking again moves the time of revocation. */
export const update = endpoint("admin", "internalApiKeys.update", "PATCH /internal/api-keys/{api_key_id}", {
  input: {
    apiKeyId: Uuid,
    description: Schema.optional(Schema.String),
    revoked: Schema.optional(Schema.Literal(true))
  },
  output: InternalApiKey,
  errors: [ApiKeyNotFound],
  invalidates: ["internalApiKeys"]
})
