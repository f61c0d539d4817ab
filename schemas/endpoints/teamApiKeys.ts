/** API keys of teams. docs/platform.md §12. For users' keys, see `userApiKeys`. */
import { endpoint } from "../Endpoint.ts"
import { apiKeyCreate, apiKeyUpdate, TeamApiKey, TeamApiKeyFirstView } from "../entities/ApiKey.ts"
import { listOf } from "../entities/responses.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../errors/apiKeys.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { Secret, Uuid } from "../fields.ts"

const item = {
  apiKeyId: Uuid,
  /** Required, although the platform finds the key by its id alone. */
  teamId: Uuid
}

/**
 * Lists a team's keys, newest first, including revoked and expired ones.
 *
 * A client's user needs `$manage_api_keys` in the team for every call here except `check`; otherwise the call fails
 * with `ApiKeyNotFound`. If the project does not allow team keys, every call fails with `HttpFailure` (400).
 */
export const list = endpoint("client", "teamApiKeys.list", "GET /team-api-keys", {
  input: { teamId: Uuid },
  output: listOf(TeamApiKey),
  errors: [UserAuthenticationRequired, ApiKeyNotFound]
})

/** Creates a key. No other response contains the complete key. */
export const create = endpoint("client", "teamApiKeys.create", "POST /team-api-keys", {
  input: { teamId: Uuid, ...apiKeyCreate },
  output: TeamApiKeyFirstView,
  errors: [UserAuthenticationRequired, ApiKeyNotFound],
  invalidates: ["teamApiKeys"]
})

/**
 * Returns a key by its id, with the last four characters of its value. An unknown id and a user without
 * `$manage_api_keys` in the team fail with `ApiKeyNotFound`. Without a signed-in user, a client fails with
 * `UserAuthenticationRequired`.
 */
export const get = endpoint("client", "teamApiKeys.get", "GET /team-api-keys/{api_key_id}", {
  input: item,
  output: TeamApiKey,
  errors: [UserAuthenticationRequired, ApiKeyNotFound]
})

/**
 * Changes the description of a key, or revokes it permanently. Revoking again keeps the first time of revocation. Keys
 * are never deleted. An unknown id and a user without `$manage_api_keys` in the team fail with `ApiKeyNotFound`.
 */
export const update = endpoint("client", "teamApiKeys.update", "PATCH /team-api-keys/{api_key_id}", {
  input: { ...item, ...apiKeyUpdate },
  query: ["teamId"],
  output: TeamApiKey,
  errors: [UserAuthenticationRequired, ApiKeyNotFound],
  invalidates: ["teamApiKeys"]
})

/** Returns the team and details of a key that a back end received. All errors belong to the family `ApiKeyNotValid`. */
export const check = endpoint("server", "teamApiKeys.check", "POST /team-api-keys/check", {
  input: { apiKey: Secret },
  output: TeamApiKey,
  errors: [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired],
  subject: "apiKey"
})
