/** Sign-in of AI agents, and with tokens of other identity providers. Not in the 2026-04 revision. */
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"

/**
 * The project doesn't let AI agents sign in. Not in the 2026-04 revision.
 *
 * @cause Agent sign-in is switched off in the project's settings.
 * @fix Switch it on in the dashboard, or sign in as a person.
 */
export class AgentAuthNotEnabled extends KnownError("AgentAuthNotEnabled", {
  code: "AGENT_AUTH_NOT_ENABLED",
  status: 400,
  message: "Agents can't sign in here. Sign in as a person, or ask the owner of the app to allow agents."
}) {}

/**
 * The claim code that connects an agent to a user is unknown, used or expired. Not in the 2026-04 revision.
 *
 * @cause The code was mistyped.
 * @cause The code expired before it was entered.
 * @fix Let the agent request a new code.
 */
export class AgentAuthInvalidClaimCode extends KnownError("AgentAuthInvalidClaimCode", {
  code: "AGENT_AUTH_INVALID_CLAIM_CODE",
  status: 400,
  field: "code",
  message: "This code is wrong or has expired. Ask the agent for a new one and enter that."
}) {}

/**
 * The project doesn't accept tokens of this identity provider; `details.reason` names the missing setting. Not in
 * the 2026-04 revision.
 *
 * @cause The provider is switched off, or one of its required settings is missing.
 * @cause The token's authorized party isn't in the project's list.
 * @fix Complete the provider's settings in the dashboard, or offer another way to sign in.
 */
export class ExternalAuthProviderNotConfigured extends KnownError("ExternalAuthProviderNotConfigured", {
  code: "EXTERNAL_AUTH_PROVIDER_NOT_CONFIGURED",
  status: 400,
  details: {
    reason: openEnum("provider_disabled", "required_setting_missing", "invalid_authorized_party", "unknown")
  },
  message: "This way to sign in isn't set up here. Choose another one, or tell the owner of the app."
}) {}

/**
 * The token of another identity provider is invalid; `details.reason` says why, in the revisions that send it. Not
 * in the 2026-04 revision.
 *
 * @cause The token has expired.
 * @cause The token was issued to another application: its issuer, audience or authorized party doesn't match.
 * @fix Get a new token from the provider. Compare its issuer and audience with the project's settings.
 */
export class InvalidExternalAuthToken extends KnownError("InvalidExternalAuthToken", {
  code: "INVALID_EXTERNAL_AUTH_TOKEN",
  status: 401,
  details: {
    reason: openEnum(
      "malformed_token",
      "signature_mismatch",
      "expired",
      "issuer_mismatch",
      "audience_mismatch",
      "authorized_party_mismatch",
      "client_id_mismatch",
      "missing_claim",
      "unsupported_token_type",
      "unknown"
    )
  },
  message: ({ reason }) =>
    reason === "expired"
      ? "Your sign-in at the other service has expired. Sign in there again, then try again."
      : "Your sign-in at the other service was not accepted. Sign in there again, or choose another way."
}) {}
