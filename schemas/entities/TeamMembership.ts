/** Memberships of users in teams. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** The membership of a user in a team. */
export class TeamMembership extends Schema.Opaque<TeamMembership>()(wireStruct({
  teamId: Schema.String,
  userId: Schema.String
})) {}
