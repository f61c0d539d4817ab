/** The platform's webhooks, which are delivered and signed by a vendor. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Json, Secret } from "../fields.ts"
import { builtOnUse, wireStruct } from "../wireNames.ts"
import { ProjectPermission, TeamPermission } from "./Permission.ts"
import { ServerTeam } from "./Team.ts"
import { TeamMembership } from "./TeamMembership.ts"
import { ServerUser } from "./User.ts"
import { webhookEventTypes } from "./webhookEventTypes.ts"

/** The token for the project's page at the vendor that delivers webhooks. */
export class WebhookPortalToken extends Schema.Opaque<WebhookPortalToken>()(wireStruct({
  token: Secret,
  /** The vendor's server if it isn't the default one. Later revisions of the platform only. */
  url: Schema.optionalKey(Schema.String)
})) {}

const Id = wireStruct({ id: Schema.String })

/** A deleted user. */
export class DeletedUser extends Schema.Opaque<DeletedUser>()(wireStruct({
  id: Schema.String,
  /** The teams that the user was in. May be absent in later revisions of the platform. */
  teams: Schema.optionalKey(Schema.Array(Id))
})) {}

const event = <const Type extends typeof webhookEventTypes[number], Data extends Schema.Constraint>(
  type: Type,
  data: Data
) => wireStruct({ type: Schema.Literal(type), data })

const knownEvents = [
  event("user.created", ServerUser),
  event("user.updated", ServerUser),
  event("user.deleted", DeletedUser),
  event("team.created", ServerTeam),
  event("team.updated", ServerTeam),
  event("team.deleted", Id),
  event("team_membership.created", TeamMembership),
  event("team_membership.deleted", TeamMembership),
  event("team_permission.created", TeamPermission),
  event("team_permission.deleted", TeamPermission),
  event("project_permission.created", ProjectPermission),
  event("project_permission.deleted", ProjectPermission)
] as const

/**
 * An event type that this version doesn't know: its `type` is `unknown`, and its `name` is the platform's event type.
 */
const UnknownEvent = Schema.Struct({
  // a known event with invalid data is invalid, not unknown
  type: Schema.String.check(
    Schema.makeFilter((type: string) =>
      !(webhookEventTypes as ReadonlyArray<string>).includes(type) || "the data of this event"
    )
  ),
  data: Json
}).pipe(Schema.decodeTo(
  Schema.Struct({ type: Schema.Literal("unknown"), name: Schema.String, data: Json }),
  {
    decode: SchemaGetter.transform(({ data, type }) => ({ type: "unknown" as const, name: type, data })),
    encode: SchemaGetter.transform(({ data, name }) => ({ type: name, data: data as Schema.Json }))
  }
))

/**
 * The body of a webhook. `type` is the event, and determines `data`: a created or updated user or team is sent in full,
 * as a back end sees it. Event types that later platforms add have the type `unknown`.
 *
 * Verify the vendor's signature before decoding: anyone can send a body.
 */
export const WebhookEvent = builtOnUse(() => Schema.Union([...knownEvents, UnknownEvent]))
export type WebhookEvent = typeof WebhookEvent.Type
