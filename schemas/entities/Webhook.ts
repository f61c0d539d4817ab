/** What the platform tells a backend about. The vendor that delivers webhooks signs them. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Json, Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { ProjectPermission, TeamPermission } from "./Permission.ts"
import { ServerTeam } from "./Team.ts"
import { TeamMembership } from "./TeamMembership.ts"
import { ServerUser } from "./User.ts"

/** The key to the project's page at the vendor that delivers webhooks. */
export class WebhookPortalToken extends Schema.Opaque<WebhookPortalToken>()(wireStruct({
  token: Secret,
  /** Where the vendor's server is, if it is not the usual one. From later revisions of the platform. */
  url: Schema.optionalKey(Schema.String)
})) {}

const Id = wireStruct({ id: Schema.String })

/** Who is no longer there. */
export class DeletedUser extends Schema.Opaque<DeletedUser>()(wireStruct({
  id: Schema.String,
  /** The teams the user was in. Later revisions of the platform may leave them out. */
  teams: Schema.optionalKey(Schema.Array(Id))
})) {}

const event = <const Type extends string, Data extends Schema.Constraint>(type: Type, data: Data) =>
  wireStruct({ type: Schema.Literal(type), data })

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

/** The events this version knows what to make of. */
export const webhookEventTypes = knownEvents.map(({ fields }) => fields.type.literal)

/** An event that came after this version: its `type` is `unknown`, its `name` what the platform calls it. */
const UnknownEvent = Schema.Struct({
  // a known event whose data do not fit is broken, not unknown
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
 * The body of a webhook. `type` tells what happened and so what `data` is; a created or updated user or team comes
 * whole, as a backend sees it. What later platforms add has the type `unknown`.
 *
 * Check the vendor's signature before decoding: anyone can send a body.
 */
export const WebhookEvent = Schema.Union([...knownEvents, UnknownEvent])
export type WebhookEvent = typeof WebhookEvent.Type
