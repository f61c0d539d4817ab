/** Reports leaked API keys. For services that scan public code. */
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/responses.ts"
import { ApiKeyExpired, ApiKeyNotFound, PublicApiKeyCannotBeRevoked } from "../errors/apiKeys.ts"
import { Secret } from "../fields.ts"

/**
 * Revokes a leaked key of a user or team and notifies its owners by email. Needs neither a project nor a session: the
 * key itself is enough. For a key that is already revoked, the call succeeds and sends no email.
 */
export const revoke = endpoint("client", "credentialScanning.revoke", "POST /integrations/credential-scanning/revoke", {
  input: { apiKey: Secret },
  output: Success,
  errors: [ApiKeyNotFound, ApiKeyExpired, PublicApiKeyCannotBeRevoked],
  credentials: "none",
  invalidates: ["userApiKeys", "teamApiKeys"]
})
