/** Control operations on teams. They send the requests that a back end would send. */
import * as Effect from "effect/Effect"
import type { Platform, Project } from "../state/index.ts"
import { sendAsAdmin } from "./adminRequests.ts"
import type { Functions, Input, operations } from "./operations.ts"
import { ControlError, projectOf, userOf } from "./selectors.ts"

/** Selects a team. */
export interface TeamSelector extends Input<typeof operations.teams.remove> {}

/** Selects a team and a user. */
export interface MemberSelector extends Input<typeof operations.teams.addMember> {}

/** Changes teams like a back end. Every function may reject with `ControlError`. Faults don't apply. */
export interface TeamControl extends Functions<typeof operations.teams> {}

/** Creates the controls of an emulator. `run` runs an effect that may change the state. */
export const make = (
  platform: Platform,
  firstId: string,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): TeamControl => {
  const found = ({ projectId = firstId, team }: TeamSelector): Effect.Effect<Project, ControlError> =>
    Effect.flatMap(projectOf(platform, projectId), (project) =>
      project.teams.has(team)
        ? Effect.succeed(project)
        : new ControlError({ message: `Project ${projectId} has no team ${team}.` }))
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
