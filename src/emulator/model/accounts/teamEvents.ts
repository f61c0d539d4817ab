/** Webhook events about teams. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { ServerTeam } from "../../../../schemas/entities/Team.ts"
import type { Membership, Platform, Project, Team } from "../../state/index.ts"
import { emit } from "./events.ts"
import { serverTeamView } from "./userViews.ts"

const encode = Schema.encodeSync(ServerTeam)

const emitTeam = (platform: Platform, project: Project, type: "team.created" | "team.updated", team: Team): void =>
  emit(platform, project, type, () => encode(serverTeamView(team)) as Schema.Json)

export const created = (platform: Platform, project: Project, team: Team): void =>
  emitTeam(platform, project, "team.created", team)

export const updated = (platform: Platform, project: Project, team: Team): void =>
  emitTeam(platform, project, "team.updated", team)

export const deleted = (platform: Platform, project: Project, team: Team): void =>
  emit(platform, project, "team.deleted", () => ({ id: team.id }))

/** Emits the events for a new member and the member's permissions. */
export const joined = (
  platform: Platform,
  project: Project,
  { permissionIds, teamId, userId }: Membership
): void => {
  emit(platform, project, "team_membership.created", () => ({ team_id: teamId, user_id: userId }))
  for (const id of permissionIds) {
    emit(platform, project, "team_permission.created", () => ({ id, team_id: teamId, user_id: userId }))
  }
}

/** Emits the event for a removed member. */
export const left = (platform: Platform, project: Project, { teamId, userId }: Membership): void =>
  emit(platform, project, "team_membership.deleted", () => ({ team_id: teamId, user_id: userId }))
