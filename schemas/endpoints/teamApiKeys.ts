/** API keys of teams. docs/platform.md §12. Keys of users are `userApiKeys`. */
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { apiKeyCreate, apiKeyUpdate, TeamApiKey, TeamApiKeyFirstView } from "../entities/ApiKey.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../errors/apiKeys.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { Secret, Uuid } from "../fields.ts"

const item = {
  apiKeyId: Uuid,
  /** Has to be given, though the key is found by its id alone. */
  teamId: Uuid
}

/**
 * A team's keys, newest first, revoked and expired ones included.
 *
 * A client's user needs `$manage_api_keys` in the team for every call here but `check`, and gets `ApiKeyNotFound`
 * without it. Every call is a plain 400 where the project does not allow keys of teams.
 */
export const list = endpoint("client", "teamApiKeys.list", "GET /team-api-keys", {
  input: { teamId: Uuid },
  output: listOf(TeamApiKey),
  errors: [UserAuthenticationRequired, ApiKeyNotFound]
})

/** Creates a key. The answer is the only one that ever shows it whole. */
export const create = endpoint("client", "teamApiKeys.create", "POST /team-api-keys", {
  input: { teamId: Uuid, ...apiKeyCreate },
  output: TeamApiKeyFirstView,
  errors: [UserAuthenticationRequired, ApiKeyNotFound],
  invalidates: ["teamApiKeys"]
})

/**
 * One key by its id, with the last four characters of its value. An unknown id and a user without `$manage_api_keys` in
 * the team are `ApiKeyNotFound`; at client level with nobody signed in it is `UserAuthenticationRequired`.
 */
export const get = endpoint("client", "teamApiKeys.get", "GET /team-api-keys/{api_key_id}", {
  input: item,
  output: TeamApiKey,
  errors: [UserAuthenticationRequired, ApiKeyNotFound]
})

/**
 * Describes a key anew, or revokes it for good: of several revocations the first one's time stays. Keys are never deleted.
 * An unknown id and a user without `$manage_api_keys` in the team are `ApiKeyNotFound`.
 */
export const update = endpoint("client", "teamApiKeys.update", "PATCH /team-api-keys/{api_key_id}", {
  input: { ...item, ...apiKeyUpdate },
  query: ["teamId"],
  output: TeamApiKey,
  errors: [UserAuthenticationRequired, ApiKeyNotFound],
  invalidates: ["teamApiKeys"]
})

/** Whose key it is, for a backend that was given one. All its errors are of the family `ApiKeyNotValid`. */
export const check = endpoint("server", "teamApiKeys.check", "POST /team-api-keys/check", {
  input: { apiKey: Secret },
  output: TeamApiKey,
  errors: [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired],
  subject: "apiKey"
})
