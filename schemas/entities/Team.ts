/** Teams as members and back ends see them. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { ImageUrl, Json, Millis, UserId } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** A team as its members see it. */
export class Team extends Schema.Opaque<Team>()(wireStruct({
  id: Schema.String,
  /** May be empty. */
  displayName: Schema.String,
  profileImageUrl: Schema.NullOr(Schema.String),
  /** Free for the app to use; members with `$update_team` can change it. `null` until it is set. */
  clientMetadata: Schema.optionalKey(Json),
  /** Written by the back end, readable by members. */
  clientReadOnlyMetadata: Schema.optionalKey(Json)
})) {}

/** A team as a back end sees it. */
export class ServerTeam extends Schema.Opaque<ServerTeam>()(wireStruct({
  ...Team.fields,
  createdAt: wire("created_at_millis", Millis),
  /** Members can't read this value. */
  serverMetadata: Schema.optionalKey(Json)
})) {}

const teamDetails = {
  /**
   * A client sends a base64 image data URL; the platform stores the image and returns its own URL. `null` removes the
   * image.
   */
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  clientMetadata: Schema.optional(Json)
}

const serverTeamDetails = {
  ...teamDetails,
  clientReadOnlyMetadata: Schema.optional(Json),
  serverMetadata: Schema.optional(Json)
}

const creator = {
  /** The first member. Gets the project's default permissions for team creators. */
  creatorUserId: Schema.optional(UserId)
}

/** The fields that a member can change. An omitted field stays unchanged. */
export const teamUpdate = { displayName: Schema.optional(Schema.String), ...teamDetails }

/** The fields that a back end can change. An omitted field stays unchanged. */
export const serverTeamUpdate = { displayName: Schema.optional(Schema.String), ...serverTeamDetails }

/** The fields with which a signed-in user creates a team. */
export const teamCreate = { displayName: Schema.String, ...teamDetails, ...creator }

/** The fields with which a back end creates a team. */
export const serverTeamCreate = { displayName: Schema.String, ...serverTeamDetails, ...creator }
