/** How members appear inside a team. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { ImageUrl } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { ServerUser } from "./User.ts"

/** A member's name and picture in one team. Until they are set for the team, they are the user's own. */
export class TeamMemberProfile extends Schema.Opaque<TeamMemberProfile>()(wireStruct({
  teamId: Schema.String,
  userId: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String)
})) {}

/** The same with the whole user, for backends: listing the profiles of a team lists its users. */
export class ServerTeamMemberProfile extends Schema.Opaque<ServerTeamMemberProfile>()(wireStruct({
  ...TeamMemberProfile.fields,
  user: ServerUser
})) {}

/** What can be changed. A field that is left out stays as it is. */
export const teamMemberProfileUpdate = {
  /** Cannot be taken back: once set for the team, the name no longer follows the user's. */
  displayName: Schema.optional(Schema.String),
  /** Any URL or a base64 image data URL, at every level. `null` falls back to the user's picture. */
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl))
}
