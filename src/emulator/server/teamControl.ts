/** Teams in the hands of tests, the control API and the console. */
import * as Effect from "effect/Effect"
import type { Platform, Project } from "../state/index.ts"
import { ask, ChangeRefused, projectOf, userOf } from "./asAdmin.ts"

/** Which team. */
export interface TeamWanted {
  /** The team's id. */
  readonly team: string
  /** @default the first project */
  readonly projectId?: string
}

/** A team, and a user by id or primary address. */
export interface MemberWanted extends TeamWanted {
  readonly user: string
}

/** Teams in the hands of a test, as a back end has them. Everything rejects with `ChangeRefused`. No fault meets it. */
export interface TeamControl {
  readonly add: (
    team: { readonly displayName: string; readonly projectId?: string }
  ) => Promise<{ readonly id: string }>
  readonly change: (change: TeamWanted & { readonly displayName: string }) => Promise<void>
  readonly remove: (wanted: TeamWanted) => Promise<void>
  readonly addMember: (wanted: MemberWanted) => Promise<void>
  readonly removeMember: (wanted: MemberWanted) => Promise<void>
}

/** The control of a platform's teams. `run` runs what may change the state. */
export const make = (
  platform: Platform,
  firstId: string,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): TeamControl => {
  const found = ({ projectId = firstId, team }: TeamWanted): Effect.Effect<Project, ChangeRefused> =>
    Effect.flatMap(projectOf(platform, projectId), (project) =>
      project.teams.has(team)
        ? Effect.succeed(project)
        : new ChangeRefused({ message: `There is no team ${team} in project ${projectId}.` }))
  const member = (method: string) => (wanted: MemberWanted) =>
    run(Effect.gen(function*() {
      const project = yield* found(wanted)
      const user = yield* userOf(project, wanted.user)
      yield* ask(
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
        const added = yield* ask(platform, project, "POST", "/teams", { display_name: displayName })
        return { id: (added as { readonly id: string }).id }
      })),
    change: ({ displayName, ...wanted }) =>
      run(Effect.gen(function*() {
        const project = yield* found(wanted)
        yield* ask(platform, project, "PATCH", `/teams/${wanted.team}`, { display_name: displayName })
      })),
    remove: (wanted) =>
      run(Effect.gen(function*() {
        const project = yield* found(wanted)
        yield* ask(platform, project, "DELETE", `/teams/${wanted.team}`)
      })),
    addMember: member("POST"),
    removeMember: member("DELETE")
  }
}
