/** A project's own API keys. docs/platform.md §13. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { InternalApiKey, InternalApiKeyFirstView } from "../entities/InternalApiKey.ts"
import { listOf } from "../entities/responses.ts"
import { ApiKeyNotFound } from "../errors/apiKeys.ts"
import { Millis, Uuid } from "../fields.ts"
import { wire } from "../wireNames.ts"

/** Lists all key sets that the project ever had, newest first, including expired and revoked ones. */
export const list = endpoint("admin", "internalApiKeys.list", "GET /internal/api-keys", {
  output: listOf(InternalApiKey)
})

/**
 * Creates a key set. Store the response: no other response contains the complete keys. An expiry in the past is
 * accepted.
 */
export const create = endpoint("admin", "internalApiKeys.create", "POST /internal/api-keys", {
  input: {
    description: Schema.String,
    expiresAt: wire("expires_at_millis", Millis),
    hasPublishableClientKey: Schema.Boolean,
    hasSecretServerKey: Schema.Boolean,
    hasSuperSecretAdminKey: Schema.Boolean
  },
  output: InternalApiKeyFirstView,
  invalidates: [list]
})

/** Returns a key set, with the last four characters of each key. */
export const get = endpoint("admin", "internalApiKeys.get", "GET /internal/api-keys/{api_key_id}", {
  input: { apiKeyId: Uuid },
  output: InternalApiKey,
  errors: [ApiKeyNotFound]
})

/** Renames or revokes a key set. Revocation is permanent; revoking again changes the time of revocation. */
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
