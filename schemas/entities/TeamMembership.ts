/** Who is in which team. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** One user in one team. */
export class TeamMembership extends Schema.Opaque<TeamMembership>()(wireStruct({
  teamId: Schema.String,
  userId: Schema.String
})) {}
