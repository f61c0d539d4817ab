/** Creates, configures and transfers projects. docs/platform.md §16. */
import * as Effect from "effect/Effect"
import * as InternalProjects from "../../../../schemas/endpoints/internalProjects.ts"
import { TeamPermissionRequired } from "../../../../schemas/errors/permissions.ts"
import { ExpectedInternalProject } from "../../../../schemas/errors/projectAuthentication.ts"
import { ProjectNotFound } from "../../../../schemas/errors/projects.ts"
import { TeamMembershipNotFound } from "../../../../schemas/errors/teams.ts"
import { UserAuthenticationRequired } from "../../../../schemas/errors/users.ts"
import { permissions, projectConfig, projects, teams } from "../../model/index.ts"
import { type ApiRequest, handle, requiredUser, schemaError } from "../../request/index.ts"
import { type Project, Refusal, success, type User } from "../../state/index.ts"

/** Returns the signed-in project owner. */
const owner = (
  { project, user }: ApiRequest
): Effect.Effect<User, UserAuthenticationRequired | ExpectedInternalProject> =>
  user === undefined
    ? Effect.fail(new UserAuthenticationRequired())
    : project.id === "internal"
    ? Effect.succeed(user)
    : Effect.fail(new ExpectedInternalProject())

const member = (internal: Project, user: User, teamId: string) => {
  const membership = teams.membershipOf(internal, user.id, teamId)
  return membership === undefined
    ? Effect.fail(new TeamMembershipNotFound({ teamId, userId: user.id }))
    : Effect.succeed(membership)
}

/** Rejects Apple's key if a part of it is missing. */
const wholeKeys = ({ spec }: ApiRequest, changes: Parameters<typeof projectConfig.prepare>[1]) =>
  projectConfig.hasPartOfKey(changes)
    ? Effect.fail(schemaError(spec, [{ path: "body.config.oauth_providers", problem: "expected Apple's whole key" }]))
    : Effect.void

/** Handlers for `/internal/projects`. */
export const handlers = handle(InternalProjects, {
  list: (_, request) =>
    Effect.map(owner(request), ({ teamIds }) => ({
      items: [...request.platform.store.projects.values()]
        .filter(({ ownerTeamId }) => ownerTeamId !== null && teamIds.includes(ownerTeamId))
        .map((project) => projectConfig.adminView(request.platform, project)),
      isPaginated: false
    })),

  create: ({ ownerTeamId, ...fields }, request) =>
    Effect.gen(function*() {
      const user = yield* owner(request)
      yield* member(request.project, user, ownerTeamId)
      yield* wholeKeys(request, fields)
      const apply = yield* projectConfig.prepare(request.platform, fields)
      const project = projects.create(request.platform.store, request.platform.now(), {
        id: crypto.randomUUID(),
        displayName: fields.displayName,
        ownerTeamId,
        config: {}
      })
      apply(project)
      return projectConfig.adminView(request.platform, project)
    }),

  transfer: ({ newTeamId, projectId }, request) =>
    Effect.gen(function*() {
      const user = yield* requiredUser(request)
      const { platform, project: internal, spec } = request
      if (internal.id !== "internal") {
        return yield* Effect.fail(schemaError(spec, [{ path: "auth.project.id", problem: "expected internal" }]))
      }
      const project = platform.store.projects.get(projectId)
      if (project === undefined) return yield* Effect.fail(new ProjectNotFound({ projectId }))
      const { ownerTeamId } = project
      if (ownerTeamId === null) {
        return yield* Refusal.fail(400, "The project has no owner who could transfer it")
      }
      yield* member(internal, user, ownerTeamId)
      if (!mayHandOver(internal, user, ownerTeamId)) {
        return yield* Effect.fail(
          new TeamPermissionRequired({ teamId: ownerTeamId, userId: user.id, permissionId: "team_admin" })
        )
      }
      yield* member(internal, user, newTeamId)
      project.ownerTeamId = newTeamId
      return { success: "true" } as const
    }),

  getCurrent: (_, { platform, project }) => Effect.succeed(projectConfig.adminView(platform, project)),

  updateCurrent: (changes, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      yield* wholeKeys(request, changes)
      if (!projectConfig.hasTheme(project, changes)) {
        return yield* Refusal.fail(400, "The project has no such email theme")
      }
      const apply = yield* projectConfig.prepare(platform, changes)
      apply(project)
      return projectConfig.adminView(platform, project)
    }),

  deleteCurrent: (_, { platform, project }) =>
    Effect.sync(() => {
      platform.store.projects.delete(project.id)
      return success
    })
})

const mayHandOver = (internal: Project, user: User, teamId: string): boolean => {
  const membership = teams.membershipOf(internal, user.id, teamId)
  return membership !== undefined && permissions.holds(internal, membership, "team_admin")
}
