/** Entities in the platform's format, for scripted responses. */

export const userId = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"
export const teamId = "7d0f6a3e-4b1c-4c2d-9e8f-0123456789ab"
export const otherId = "9e1f7b4d-5c2d-4d3e-8f90-abcdef012345"
export const code = "c".repeat(45)

export const wireTeam = {
  id: teamId,
  display_name: "Tinkers",
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
}

export const wireServerTeam = { ...wireTeam, created_at_millis: 0, server_metadata: null }

export const wireUser = {
  id: userId,
  primary_email: "ada@example.com",
  primary_email_verified: true,
  display_name: "Ada",
  selected_team: null,
  selected_team_id: null,
  profile_image_url: null,
  signed_up_at_millis: 0,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  client_metadata: null,
  client_read_only_metadata: null,
  is_anonymous: false,
  oauth_providers: [],
  auth_with_email: true,
  requires_totp_mfa: false
}

export const wireServerUser = {
  ...wireUser,
  primary_email_auth_enabled: true,
  server_metadata: null,
  last_active_at_millis: 0
}

export const wireApiKey = {
  id: otherId,
  description: "CI",
  created_at_millis: 0,
  is_public: false,
  value: { last_four: "9f3a" }
}

export const wireProject = {
  id: "11111111-2222-4333-8444-555555555555",
  display_name: "Project",
  description: "",
  created_at_millis: 0,
  is_production_mode: false,
  owner_team_id: null,
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: false,
    passkey_enabled: false,
    client_team_creation_enabled: false,
    client_user_deletion_enabled: false,
    allow_user_api_keys: false,
    allow_team_api_keys: false,
    enabled_oauth_providers: [],
    allow_localhost: true,
    oauth_providers: [],
    domains: [] as ReadonlyArray<{ readonly domain: string; readonly handler_path: string }>,
    email_config: { type: "shared" },
    email_theme: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
    create_team_on_sign_up: false,
    team_creator_default_permissions: [] as ReadonlyArray<{ readonly id: string }>,
    team_member_default_permissions: [] as ReadonlyArray<{ readonly id: string }>,
    user_default_permissions: [] as ReadonlyArray<{ readonly id: string }>,
    oauth_account_merge_strategy: "link_method"
  }
}

/** A complete list without pagination. */
export const wireList = (...items: ReadonlyArray<unknown>) => ({ items, is_paginated: false })
