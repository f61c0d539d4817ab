/** Reports of leaked API keys, from those who scan public code for them. */
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/answers.ts"
import { ApiKeyExpired, ApiKeyNotFound, PublicApiKeyCannotBeRevoked } from "../errors/apiKeys.ts"
import { Secret } from "../fields.ts"

/**
 * Revokes a leaked key of a user or team and mails its owners. Needs neither a project nor a session: having the key is
 * enough. A key that was revoked before is a success, and nobody is mailed again.
 */
export const revoke = endpoint("client", "credentialScanning.revoke", "POST /integrations/credential-scanning/revoke", {
  input: { apiKey: Secret },
  output: Success,
  errors: [ApiKeyNotFound, ApiKeyExpired, PublicApiKeyCannotBeRevoked],
  credentials: "none",
  invalidates: ["userApiKeys", "teamApiKeys"]
})
