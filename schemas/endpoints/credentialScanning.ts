/** Reports of leaked API keys, from those who scan public code for them. */
import { endpoint } from "../Endpoint.ts"
import { ApiKeyExpired, PublicApiKeyCannotBeRevoked } from "../errors/apiKeys.ts"
import { Json, Secret } from "../fields.ts"

/**
 * Revokes a leaked key of a user or team and mails its owners. Needs neither a project nor a session: having the key is
 * enough. What a success answers with is not documented.
 */
export const revoke = endpoint("client", "credentialScanning.revoke", "POST /integrations/credential-scanning/revoke", {
  input: { apiKey: Secret },
  output: Json,
  errors: [ApiKeyExpired, PublicApiKeyCannotBeRevoked],
  credentials: "none",
  refreshes: ["userApiKeys", "teamApiKeys"]
})
