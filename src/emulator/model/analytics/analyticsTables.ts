/** Tables that analytics queries read, with the project's own rows only. docs/platform.md §23. */
import type * as Schema from "effect/Schema"
import type { Project, User } from "../../state/index.ts"
import { contactChannels } from "../accounts/index.ts"
import * as emailStatus from "./emailStatus.ts"

type Value = Schema.Json | undefined

export type Row = { readonly [column: string]: Value }

/** A table: its columns in order, with their types, and its rows. */
interface Table {
  readonly columns: { readonly [column: string]: string }
  readonly rows: (project: Project) => ReadonlyArray<Row>
}

/** Formats a time like the column store: in UTC, with milliseconds. */
export const timeOf = (millis: number): string => new Date(millis).toISOString().replace("T", " ").replace("Z", "")

const timeOrNull = (millis: number | null): string | null => millis === null ? null : timeOf(millis)

const id = "UUID"
const text = "String"
const optionalText = "Nullable(String)"
const time = "DateTime64(3, 'UTC')"
const optionalTime = "Nullable(DateTime64(3, 'UTC'))"
const flag = "Bool"
const json = "JSON"

const metadata = { client_metadata: json, client_read_only_metadata: json, server_metadata: json }

const users = (project: Project): ReadonlyArray<User> => project.usersInOrder

const tables: { readonly [table: string]: Table } = {
  events: {
    columns: {
      event_type: text,
      event_at: time,
      data: json,
      user_id: optionalText,
      team_id: optionalText,
      refresh_token_id: optionalText,
      session_replay_id: optionalText,
      session_replay_segment_id: optionalText,
      created_at: time
    },
    rows: ({ analytics }) =>
      analytics.events.map(({ at, createdAt, data, replayId, segmentId, sessionId, type, userId }) => ({
        event_type: type,
        event_at: timeOf(at),
        data,
        user_id: userId,
        team_id: null,
        refresh_token_id: sessionId,
        session_replay_id: replayId,
        session_replay_segment_id: segmentId,
        created_at: timeOf(createdAt)
      }))
  },

  users: {
    columns: {
      id,
      display_name: optionalText,
      profile_image_url: optionalText,
      primary_email: optionalText,
      primary_email_verified: flag,
      signed_up_at: time,
      ...metadata,
      is_anonymous: flag,
      restricted_by_admin: flag,
      restricted_by_admin_reason: optionalText,
      restricted_by_admin_private_details: optionalText
    },
    rows: (project) =>
      users(project).map((user) => {
        const primary = contactChannels.primaryOf(project, user)
        return {
          id: user.id,
          display_name: user.displayName,
          profile_image_url: user.profileImageUrl,
          primary_email: primary?.value ?? null,
          primary_email_verified: primary?.isVerified ?? false,
          signed_up_at: timeOf(user.signedUpAt),
          client_metadata: user.clientMetadata,
          client_read_only_metadata: user.clientReadOnlyMetadata,
          server_metadata: user.serverMetadata,
          is_anonymous: user.isAnonymous,
          restricted_by_admin: user.restrictedByAdmin,
          restricted_by_admin_reason: user.restrictedByAdminReason,
          restricted_by_admin_private_details: user.restrictedByAdminPrivateDetails
        }
      })
  },

  contact_channels: {
    columns: {
      id,
      user_id: id,
      type: text,
      value: text,
      is_primary: flag,
      is_verified: flag,
      used_for_auth: flag,
      created_at: time
    },
    rows: ({ contactChannels, users }) =>
      [...contactChannels.values()].map(({ id, isPrimary, isVerified, usedForAuth, userId, value }) => ({
        id,
        user_id: userId,
        type: "email",
        value,
        is_primary: isPrimary,
        is_verified: isVerified,
        used_for_auth: usedForAuth,
        created_at: timeOf(users.get(userId)?.signedUpAt ?? 0)
      }))
  },

  teams: {
    columns: { id, display_name: text, profile_image_url: optionalText, created_at: time, ...metadata },
    rows: ({ teams }) =>
      [...teams.values()].map((team) => ({
        id: team.id,
        display_name: team.displayName,
        profile_image_url: team.profileImageUrl,
        created_at: timeOf(team.createdAt),
        client_metadata: team.clientMetadata,
        client_read_only_metadata: team.clientReadOnlyMetadata,
        server_metadata: team.serverMetadata
      }))
  },

  team_member_profiles: {
    columns: {
      team_id: id,
      user_id: id,
      display_name: optionalText,
      profile_image_url: optionalText,
      created_at: time
    },
    rows: ({ memberships }) =>
      [...memberships.values()].map(({ createdAt, displayName, profileImageUrl, teamId, userId }) => ({
        team_id: teamId,
        user_id: userId,
        display_name: displayName,
        profile_image_url: profileImageUrl,
        created_at: timeOf(createdAt)
      }))
  },

  team_permissions: {
    columns: { team_id: id, user_id: id, id: text, created_at: time },
    rows: ({ memberships }) =>
      [...memberships.values()].flatMap(({ createdAt, permissionIds, teamId, userId }) =>
        permissionIds.map((id) => ({ team_id: teamId, user_id: userId, id, created_at: timeOf(createdAt) }))
      )
  },

  team_invitations: {
    columns: {
      id,
      team_id: id,
      team_display_name: text,
      recipient_email: text,
      expires_at_millis: "Int64",
      created_at: time
    },
    rows: ({ invitations, teams }) =>
      [...invitations.values()].map(({ code, email, id, teamId }) => ({
        id,
        team_id: teamId,
        team_display_name: teams.get(teamId)?.displayName ?? "",
        recipient_email: email,
        expires_at_millis: code.expiresAt,
        created_at: timeOf(code.createdAt)
      }))
  },

  email_outboxes: {
    columns: {
      id,
      status: text,
      simple_status: text,
      created_with: text,
      email_draft_id: optionalText,
      email_programmatic_call_template_id: optionalText,
      theme_id: optionalText,
      is_high_priority: flag,
      is_transactional: "Nullable(Bool)",
      subject: optionalText,
      notification_category_id: optionalText,
      started_rendering_at: optionalTime,
      rendered_at: optionalTime,
      render_error: optionalText,
      scheduled_at: time,
      created_at: time,
      updated_at: time,
      started_sending_at: optionalTime,
      server_error: optionalText,
      delivered_at: optionalTime,
      opened_at: optionalTime,
      clicked_at: optionalTime,
      unsubscribed_at: optionalTime,
      marked_as_spam_at: optionalTime,
      bounced_at: optionalTime,
      delivery_delayed_at: optionalTime,
      can_have_delivery_info: "Nullable(Bool)",
      skipped_reason: optionalText,
      skipped_details: json,
      send_retries: "Int32",
      is_paused: flag
    },
    rows: ({ emailQueue }) =>
      [...emailQueue.values()].map((email) => {
        const status = emailStatus.statusOf(email)
        return {
          id: email.id,
          status,
          simple_status: emailStatus.simpleStatusOf(email),
          created_with: email.draftId === null ? "programmatic-call" : "draft",
          email_draft_id: email.draftId,
          email_programmatic_call_template_id: email.templateId,
          theme_id: email.themeId === false ? null : email.themeId,
          is_high_priority: email.isHighPriority,
          is_transactional: email.rendered?.isTransactional ?? null,
          subject: email.mail?.subject ?? email.rendered?.subject ?? null,
          notification_category_id: email.rendered?.categoryId ?? null,
          started_rendering_at: timeOrNull(email.renderedAt),
          rendered_at: timeOrNull(email.renderedAt),
          render_error: email.renderError,
          scheduled_at: timeOf(email.scheduledAt),
          created_at: timeOf(email.createdAt),
          updated_at: timeOf(email.updatedAt),
          started_sending_at: timeOrNull(email.startedSendingAt),
          server_error: email.serverError,
          delivered_at: status === "sent" ? timeOrNull(email.finishedSendingAt) : null,
          can_have_delivery_info: status === "sent" ? false : null,
          skipped_reason: email.skipped?.reason ?? null,
          skipped_details: email.skipped?.details ?? null,
          send_retries: email.sendRetries,
          is_paused: email.isPaused
        }
      })
  },

  project_permissions: {
    columns: { user_id: id, id: text, created_at: time },
    rows: (project) =>
      users(project).flatMap(({ id: userId, permissionIds, signedUpAt }) =>
        permissionIds.map((id) => ({ user_id: userId, id, created_at: timeOf(signedUpAt) }))
      )
  },

  notification_preferences: {
    columns: { user_id: id, notification_category_id: text, enabled: flag },
    rows: (project) =>
      users(project).flatMap(({ id, switchedOffCategories }) =>
        [...switchedOffCategories].map((category) => ({
          user_id: id,
          notification_category_id: category,
          enabled: false
        }))
      )
  },

  refresh_tokens: {
    columns: {
      id,
      user_id: id,
      created_at: time,
      last_used_at: time,
      is_impersonation: flag,
      expires_at: optionalTime
    },
    rows: ({ sessions }) =>
      [...sessions.values()].map(({ createdAt, expiresAt, id, isImpersonation, lastUsedAt, userId }) => ({
        id,
        user_id: userId,
        created_at: timeOf(createdAt),
        last_used_at: timeOf(lastUsedAt ?? createdAt),
        is_impersonation: isImpersonation,
        expires_at: timeOf(expiresAt)
      }))
  },

  connected_accounts: {
    columns: { user_id: id, provider: text, provider_account_id: text, created_at: time },
    rows: (project) =>
      users(project).flatMap(({ id, oauthAccounts, signedUpAt }) =>
        oauthAccounts.map(({ accountId, providerId }) => ({
          user_id: id,
          provider: providerId,
          provider_account_id: accountId,
          created_at: timeOf(signedUpAt)
        }))
      )
  }
}

/** Columns of every table. */
const own = { project_id: text, branch_id: text }

/** Names of the tables, sorted. */
export const tableNames: ReadonlyArray<string> = Object.keys(tables).sort()

/** Returns the types of a table's columns, in their order. */
export const columnsOf = (table: string): { readonly [column: string]: string } => ({
  ...own,
  ...tables[table]!.columns
})

const columnsWith = (matches: (type: string) => boolean): ReadonlySet<string> =>
  new Set(
    Object.values(tables).flatMap(({ columns }) =>
      Object.entries(columns).filter(([, type]) => matches(type)).map(([column]) => column)
    )
  )

/** Names of the columns that contain JSON. */
export const jsonColumns: ReadonlySet<string> = columnsWith((type) => type === json)

/** Names of the columns that are true or false. */
export const flagColumns: ReadonlySet<string> = columnsWith((type) => type.includes(flag))

/** Returns the rows of a table. */
export const rowsOf = (project: Project, table: string): ReadonlyArray<Row> =>
  tables[table]!.rows(project).map((row) => ({ project_id: project.id, branch_id: "main", ...row }))
