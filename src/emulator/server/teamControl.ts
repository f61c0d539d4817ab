/** Control operations on teams, performed as requests of a back end. */
import * as Effect from "effect/Effect"
import type { Platform, Project } from "../state/index.ts"
import { ControlError, projectOf, sendAsAdmin, userOf } from "./adminRequests.ts"
import type { Functions, Input, operations } from "./operations.ts"

/** Selects a team. */
export interface TeamSelector extends Input<typeof operations.teams.remove> {}

/** Selects a team and a user. */
export interface MemberSelector extends Input<typeof operations.teams.addMember> {}

/** Teams, as a back end controls them. Every function rejects with `ControlError`. Faults don't apply. */
export interface TeamControl extends Functions<typeof operations.teams> {}

/** Controls the teams of a platform. `run` runs an effect that may change the state. */
export const make = (
  platform: Platform,
  firstId: string,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): TeamControl => {
  const found = ({ projectId = firstId, team }: TeamSelector): Effect.Effect<Project, ControlError> =>
    Effect.flatMap(projectOf(platform, projectId), (project) =>
      project.teams.has(team)
        ? Effect.succeed(project)
        : new ControlError({ message: `There is no team ${team} in project ${projectId}.` }))
  const member = (method: string) => (wanted: MemberSelector) =>
    run(Effect.gen(function*() {
      const project = yield* found(wanted)
      const user = yield* userOf(project, wanted.user)
      yield* sendAsAdmin(
        platform,
        project,
        method,
        `/team-memberships/${wanted.team}/${user.id}`,
        method === "POST" ? {} : undefined
      )
    }))
  return {
    add: ({ displayName, projectId = firstId }) =>
      run(Effect.gen(function*() {
        const project = yield* projectOf(platform, projectId)
        const added = yield* sendAsAdmin(platform, project, "POST", "/teams", { display_name: displayName })
        return { id: (added as { readonly id: string }).id }
      })),
    change: ({ displayName, ...wanted }) =>
      run(Effect.gen(function*() {
        const project = yield* found(wanted)
        yield* sendAsAdmin(platform, project, "PATCH", `/teams/${wanted.team}`, { display_name: displayName })
      })),
    remove: (wanted) =>
      run(Effect.gen(function*() {
        const project = yield* found(wanted)
        yield* sendAsAdmin(platform, project, "DELETE", `/teams/${wanted.team}`)
      })),
    addMember: member("POST"),
    removeMember: member("DELETE")
  }
}
