/** Tables that analytics queries read, with the project's own rows only. docs/platform.md §23. */
import type * as Schema from "effect/Schema"
import type { Project } from "../../state/index.ts"
import { contactChannels } from "../accounts/index.ts"

export type Row = { readonly [column: string]: Schema.Json }

/** Formats a time like the column store: in UTC, with milliseconds. */
const time = (millis: number): string => new Date(millis).toISOString().replace("T", " ").replace("Z", "")

const rows: { readonly [table: string]: (project: Project) => ReadonlyArray<Row> } = {
  events: ({ analytics }) =>
    analytics.events.map(({ at, createdAt, data, replayId, segmentId, sessionId, type, userId }) => ({
      event_type: type,
      event_at: time(at),
      data,
      user_id: userId,
      team_id: null,
      refresh_token_id: sessionId,
      session_replay_id: replayId,
      session_replay_segment_id: segmentId,
      created_at: time(createdAt)
    })),

  users: (project) =>
    project.usersInOrder.map((user) => {
      const primary = contactChannels.primaryOf(project, user)
      return {
        id: user.id,
        display_name: user.displayName,
        profile_image_url: user.profileImageUrl,
        primary_email: primary?.value ?? null,
        primary_email_verified: primary?.isVerified ?? false,
        signed_up_at: time(user.signedUpAt),
        client_metadata: user.clientMetadata,
        client_read_only_metadata: user.clientReadOnlyMetadata,
        server_metadata: user.serverMetadata,
        is_anonymous: user.isAnonymous,
        restricted_by_admin: user.restrictedByAdmin,
        restricted_by_admin_reason: user.restrictedByAdminReason,
        restricted_by_admin_private_details: user.restrictedByAdminPrivateDetails
      }
    }),

  contact_channels: ({ contactChannels }) =>
    [...contactChannels.values()].map(({ id, isPrimary, isVerified, usedForAuth, userId, value }) => ({
      id,
      user_id: userId,
      type: "email",
      value,
      is_primary: isPrimary,
      is_verified: isVerified,
      used_for_auth: usedForAuth
    })),

  teams: ({ teams }) =>
    [...teams.values()].map((team) => ({
      id: team.id,
      display_name: team.displayName,
      profile_image_url: team.profileImageUrl,
      created_at: time(team.createdAt),
      client_metadata: team.clientMetadata,
      client_read_only_metadata: team.clientReadOnlyMetadata,
      server_metadata: team.serverMetadata
    })),

  team_member_profiles: ({ memberships }) =>
    [...memberships.values()].map(({ createdAt, displayName, profileImageUrl, teamId, userId }) => ({
      team_id: teamId,
      user_id: userId,
      display_name: displayName,
      profile_image_url: profileImageUrl,
      created_at: time(createdAt)
    })),

  refresh_tokens: ({ sessions }) =>
    [...sessions.values()].map(({ createdAt, expiresAt, id, isImpersonation, lastUsedAt, userId }) => ({
      id,
      user_id: userId,
      created_at: time(createdAt),
      last_used_at: time(lastUsedAt ?? createdAt),
      is_impersonation: isImpersonation,
      expires_at: time(expiresAt)
    }))
}

/** Names of the tables. */
export const tableNames: ReadonlyArray<string> = Object.keys(rows)

/** Returns the rows of a table, or `undefined` for an unknown table. */
export const rowsOf = (project: Project, table: string): ReadonlyArray<Row> | undefined =>
  Object.hasOwn(rows, table)
    ? rows[table]!(project).map((row) => ({ project_id: project.id, branch_id: "main", ...row }))
    : undefined
