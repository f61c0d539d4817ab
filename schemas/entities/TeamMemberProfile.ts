/** Profiles of team members. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { ImageUrl } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { ServerUser } from "./User.ts"

/** A member's name and image in a team. Until they are set for the team, they are the user's own. */
export class TeamMemberProfile extends Schema.Opaque<TeamMemberProfile>()(wireStruct({
  teamId: Schema.String,
  userId: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String)
})) {}

/** A profile with the whole user, for back ends: listing the profiles of a team lists its users. */
export class ServerTeamMemberProfile extends Schema.Opaque<ServerTeamMemberProfile>()(wireStruct({
  ...TeamMemberProfile.fields,
  user: ServerUser
})) {}

/** The fields that can be changed. An omitted field stays unchanged. */
export const teamMemberProfileUpdate = {
  /** Can't be reset: once set for the team, the name no longer follows the user's. */
  displayName: Schema.optional(Schema.String),
  /** Any URL or a base64 image data URL, at every access level. `null` resets it to the user's image. */
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl))
}
