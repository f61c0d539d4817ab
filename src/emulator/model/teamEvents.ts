/** What webhooks are told of teams. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { ServerTeam } from "../../../schemas/entities/Team.ts"
import type { Membership, Platform, Project, Team } from "../state/index.ts"
import { emit } from "./events.ts"
import { serverTeamView } from "./userViews.ts"

const encode = Schema.encodeSync(ServerTeam)

const emitTeam = (platform: Platform, project: Project, type: "team.created" | "team.updated", team: Team): void =>
  emit(platform, project, type, () => encode(serverTeamView(team)) as Schema.Json)

/** A team was made. */
export const created = (platform: Platform, project: Project, team: Team): void =>
  emitTeam(platform, project, "team.created", team)

/** A team was changed. */
export const updated = (platform: Platform, project: Project, team: Team): void =>
  emitTeam(platform, project, "team.updated", team)

/** A team was deleted. */
export const deleted = (platform: Platform, project: Project, team: Team): void =>
  emit(platform, project, "team.deleted", () => ({ id: team.id }))

/** Somebody joined a team, and got permissions there. */
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

/** Somebody is no longer in a team. */
export const left = (platform: Platform, project: Project, { teamId, userId }: Membership): void =>
  emit(platform, project, "team_membership.deleted", () => ({ team_id: teamId, user_id: userId }))
