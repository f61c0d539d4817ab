/** API keys of users. docs/platform.md §12. Keys of teams are `teamApiKeys`. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { apiKeyCreate, apiKeyUpdate, UserApiKey, UserApiKeyFirstView } from "../entities/ApiKey.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../errors/apiKeys.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../errors/users.ts"
import { Secret, UserId, Uuid } from "../fields.ts"

const item = {
  apiKeyId: Uuid,
  /** Changes nothing: the key is found by its id alone. */
  userId: Schema.optional(UserId)
}

/**
 * A user's keys, newest first, revoked and expired ones included. A client sees the signed-in user's only.
 *
 * Every call here is a plain 400 where the project does not allow keys of users.
 */
export const list = endpoint("client", "userApiKeys.list", "GET /user-api-keys", {
  input: { userId: UserId },
  output: listOf(UserApiKey),
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser]
})

/** Creates a key. The answer is the only one that ever shows it whole. */
export const create = endpoint("client", "userApiKeys.create", "POST /user-api-keys", {
  input: { userId: UserId, ...apiKeyCreate },
  output: UserApiKeyFirstView,
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser],
  invalidates: ["userApiKeys"]
})

/**
 * One key by its id, with the last four characters of its value. An unknown id is `ApiKeyNotFound`, the key of another
 * user a plain 403; at client level with nobody signed in it is `UserAuthenticationRequired`.
 */
export const get = endpoint("client", "userApiKeys.get", "GET /user-api-keys/{api_key_id}", {
  input: item,
  output: UserApiKey,
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, ApiKeyNotFound]
})

/**
 * Describes a key anew, or revokes it for good: of several revocations the first one's time stays. Keys are never deleted.
 * An unknown id is `ApiKeyNotFound`, the key of another user a plain 403.
 */
export const update = endpoint("client", "userApiKeys.update", "PATCH /user-api-keys/{api_key_id}", {
  input: { ...item, ...apiKeyUpdate },
  query: ["userId"],
  output: UserApiKey,
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, ApiKeyNotFound],
  invalidates: ["userApiKeys"]
})

/** Whose key it is, for a backend that was given one. All its errors are of the family `ApiKeyNotValid`. */
export const check = endpoint("server", "userApiKeys.check", "POST /user-api-keys/check", {
  input: { apiKey: Secret },
  output: UserApiKey,
  errors: [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired],
  subject: "apiKey"
})
