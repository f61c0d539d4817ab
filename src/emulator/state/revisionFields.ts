/** Fields of requests by endpoint and wire name that only some revisions know. docs/platform.md §19. */

/** Names of fields by endpoint. A dot leads into an object, and into each object of a list. */
export type FieldNames = { readonly [endpoint: string]: ReadonlyArray<string> }

const challenge = ["bot_challenge_token", "bot_challenge_phase", "bot_challenge_unavailable"]

const restriction = [
  "restricted_by_admin",
  "restricted_by_admin_reason",
  "restricted_by_admin_private_details",
  "country_code",
  "risk_scores"
]

const projectFields = [
  "logo_full_url",
  "logo_dark_mode_url",
  "logo_full_dark_mode_url",
  "onboarding_status",
  "config.require_email_verification",
  "config.oauth_providers.apple_bundle_ids"
]

/** What came after 2025-08. */
export const laterFields: FieldNames = {
  "cli.complete": ["mode"],
  "cli.create": ["anon_refresh_token"],
  "emails.send": ["all_users", "draft_id", "is_high_priority", "scheduled_at_millis"],
  "internalProjects.create": projectFields,
  "internalProjects.updateCurrent": projectFields,
  "metrics.get": ["include_anonymous"],
  "oauth.authorize": [...challenge, "stack_response_mode"],
  "otp.sendSignInCode": challenge,
  "password.signUp": challenge,
  "platform.getJwks": ["include_restricted"],
  "users.create": restriction,
  "users.list": ["include_restricted", "only_anonymous"],
  "users.update": restriction,
  "users.updateMe": ["primary_email"]
}

/** What is gone since 2026-04. */
export const earlierFields: FieldNames = {
  "internalProjects.create": ["full_logo_url"],
  "internalProjects.updateCurrent": ["full_logo_url"]
}

/** What 2026-04 wants one of, and refuses in plain text where there is none of them, or more than one. */
export const missingFields: FieldNames = {
  "cli.complete": ["refresh_token"],
  "teamInvitations.delete": ["team_id"],
  "teamInvitations.list": ["team_id", "user_id"]
}
