/** What webhooks tell of, and where they are posted. docs/platform.md §17. */
import type * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"

/** The platform's events and what each tells, in the names of the wire. */
export interface EventData {
  /** The user as backends see it. */
  readonly "user.created": Schema.Json
  readonly "user.updated": Schema.Json
  readonly "user.deleted": { readonly id: string; readonly teams: ReadonlyArray<{ readonly id: string }> }
  /** The team as backends see it. */
  readonly "team.created": Schema.Json
  readonly "team.updated": Schema.Json
  readonly "team.deleted": { readonly id: string }
  readonly "team_membership.created": { readonly team_id: string; readonly user_id: string }
  readonly "team_membership.deleted": { readonly team_id: string; readonly user_id: string }
  readonly "team_permission.created": { readonly id: string; readonly team_id: string; readonly user_id: string }
  readonly "team_permission.deleted": { readonly id: string; readonly team_id: string; readonly user_id: string }
  readonly "project_permission.created": { readonly id: string; readonly user_id: string }
  readonly "project_permission.deleted": { readonly id: string; readonly user_id: string }
}

/** Something that happened in a project. */
export interface PlatformEvent {
  /** The same in every attempt to deliver it. */
  readonly id: string
  readonly projectId: string
  readonly at: Date
  readonly type: keyof EventData
  readonly data: EventData[keyof EventData]
}

/** A URL that hears of every event, in every project. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly secret: Redacted.Redacted
}
