/** Teams as members and as backends see them. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { ImageUrl, Json, Millis, UserId } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** A team as its members see it. */
export class Team extends Schema.Opaque<Team>()(wireStruct({
  id: Schema.String,
  /** May be empty. */
  displayName: Schema.String,
  profileImageUrl: Schema.NullOr(Schema.String),
  /** Whatever the app keeps here; members with `$update_team` may change it. `null` until it is set. */
  clientMetadata: Schema.optionalKey(Json),
  /** Written by the backend, read by members. */
  clientReadOnlyMetadata: Schema.optionalKey(Json)
})) {}

/** A team as a backend sees it. */
export class ServerTeam extends Schema.Opaque<ServerTeam>()(wireStruct({
  ...Team.fields,
  createdAt: wire("created_at_millis", Millis),
  /** Never shown to members. */
  serverMetadata: Schema.optionalKey(Json)
})) {}

const teamDetails = {
  /** A client sends a base64 image data URL; the platform stores it and answers with its own URL. `null` removes it. */
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  clientMetadata: Schema.optional(Json)
}

const serverTeamDetails = {
  ...teamDetails,
  clientReadOnlyMetadata: Schema.optional(Json),
  serverMetadata: Schema.optional(Json)
}

const creator = {
  /** The first member, with the project's permissions for team creators. */
  creatorUserId: Schema.optional(UserId)
}

/** What a member may change. A field that is left out stays as it is. */
export const teamUpdate = { displayName: Schema.optional(Schema.String), ...teamDetails }

/** What a backend may change. A field that is left out stays as it is. */
export const serverTeamUpdate = { displayName: Schema.optional(Schema.String), ...serverTeamDetails }

/** What a signed-in user gives a new team. */
export const teamCreate = { displayName: Schema.String, ...teamDetails, ...creator }

/** What a backend gives a new team. */
export const serverTeamCreate = { displayName: Schema.String, ...serverTeamDetails, ...creator }
