/** Request fields that only some revisions accept, by endpoint and wire name. docs/platform.md §19. */

/** Field names by endpoint. A dot selects a field of an object, or of each object in a list. */
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

const pageFields = ["query", "limit", "cursor"]

const appleKey = ["team_id", "key_id", "private_key"].map((name) => `config.oauth_providers.apple_${name}`)

/** Fields added after 2026-04. */
const latestFields: FieldNames = {
  "emails.send": ["emails"],
  "internalProjects.create": appleKey,
  "internalProjects.updateCurrent": appleKey,
  "projectPermissionDefinitions.list": pageFields,
  "teamPermissionDefinitions.list": pageFields,
  "teams.listAll": [...pageFields, "order_by", "desc"]
}

/** Joins the fields of each endpoint. */
const joined = (...parts: ReadonlyArray<FieldNames>): FieldNames =>
  Object.fromEntries(
    [...new Set(parts.flatMap(Object.keys))].map((name) => [name, parts.flatMap((part) => part[name] ?? [])])
  )

/** Fields added after 2025-08. */
export const laterFields: FieldNames = joined({
  "cli.complete": ["mode"],
  "cli.create": ["anon_refresh_token"],
  "emails.send": ["all_users", "draft_id", "is_high_priority", "scheduled_at_millis"],
  "internalProjects.create": projectFields,
  "internalProjects.updateCurrent": projectFields,
  "metrics.get": ["include_anonymous"],
  "oauth.authorize": [...challenge, "stack_response_mode"],
  "otp.sendSignInCode": challenge,
  "password.signUp": challenge,
  "payments.testModePurchase": ["quantity"],
  "platform.getJwks": ["include_restricted"],
  "purchases.createAnyUrl": ["product_id", "product_inline", "return_url"],
  "purchases.createUrl": ["product_id", "return_url"],
  "purchases.startPayment": ["quantity"],
  "users.create": restriction,
  "users.list": ["include_restricted", "only_anonymous"],
  "users.update": restriction,
  "users.updateMe": ["primary_email"]
}, latestFields)

/** Fields removed in 2026-04. */
export const removedFields: FieldNames = {
  "internalProjects.create": ["full_logo_url"],
  "internalProjects.updateCurrent": ["full_logo_url"]
}

/** Fields removed in 2026-04, and those added after it. */
export const earlierFields: FieldNames = joined(latestFields, removedFields)

/** Fields of which 2026-04 requires exactly one. Otherwise it rejects the request with a plain-text error. */
export const missingFields: FieldNames = {
  "cli.complete": ["refresh_token"],
  "teamInvitations.delete": ["team_id"],
  "teamInvitations.list": ["team_id", "user_id"]
}
