/** Webhook events and the endpoints that they are delivered to. docs/platform.md §17. */
import type * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"

/** Webhook events and their payloads, with the field names of the wire format. */
export interface EventData {
  /** The user with all server-level fields. */
  readonly "user.created": Schema.Json
  readonly "user.updated": Schema.Json
  readonly "user.deleted": { readonly id: string; readonly teams: ReadonlyArray<{ readonly id: string }> }
  /** The team with all server-level fields. */
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

/** Event in a project. */
export interface PlatformEvent {
  /** Identical for every delivery attempt. */
  readonly id: string
  readonly projectId: string
  readonly at: Date
  readonly type: keyof EventData
  readonly data: EventData[keyof EventData]
}

/** URL that receives the events of every project. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly secret: Redacted.Redacted
}
