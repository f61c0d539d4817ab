/** Sign-in of AI agents, and with tokens of other identity vendors. The newest revisions of the platform only. */
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"

/**
 * The project does not let AI agents sign in. The newest revisions of the platform only.
 *
 * @cause Agents are switched off in the project's settings.
 * @fix Switch them on in the dashboard, or sign in as a person.
 */
export class AgentAuthNotEnabled extends KnownError("AgentAuthNotEnabled", {
  code: "AGENT_AUTH_NOT_ENABLED",
  status: 400,
  message: "Agents cannot sign in here. Sign in as a person, or ask the owner of the app to allow agents."
}) {}

/**
 * The code by which a person claims an agent is unknown, used or expired.
 *
 * @cause The code is mistyped, or was entered late.
 * @fix Have the agent ask for a new one.
 */
export class AgentAuthInvalidClaimCode extends KnownError("AgentAuthInvalidClaimCode", {
  code: "AGENT_AUTH_INVALID_CLAIM_CODE",
  status: 400,
  field: "code",
  message: "This code does not work any more. Ask the agent for a new one and enter it again."
}) {}

/**
 * The project does not take tokens of this identity vendor; `details.reason` says what its settings lack.
 *
 * @cause The vendor is switched off, or a required setting is missing.
 * @cause The party that the token was issued to is not among those allowed.
 * @fix Complete the vendor's settings in the dashboard, or offer another way to sign in.
 */
export class ExternalAuthProviderNotConfigured extends KnownError("ExternalAuthProviderNotConfigured", {
  code: "EXTERNAL_AUTH_PROVIDER_NOT_CONFIGURED",
  status: 400,
  details: {
    reason: openEnum("provider_disabled", "required_setting_missing", "invalid_authorized_party", "unknown")
  },
  message: "This way to sign in is not set up here. Choose another one, or tell the owner of the app."
}) {}

/**
 * The token of another identity vendor does not verify; `details.reason` says why. Not every revision sends it.
 *
 * @cause The token has expired.
 * @cause The token is of another application of that vendor: issuer, audience or party does not fit.
 * @fix Take a fresh token from the vendor. Compare issuer and audience with the project's settings.
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
