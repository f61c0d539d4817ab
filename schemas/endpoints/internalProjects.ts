/** Projects as something to create, configure and hand over. docs/platform.md §16. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/answers.ts"
import { AdminProject, projectCreate, projectUpdate } from "../entities/Project.ts"
import { InvalidSharedOAuthProviderId, InvalidStandardOAuthProviderId } from "../errors/oauth.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { ExpectedInternalProject } from "../errors/projectAuthentication.ts"
import { CurrentProjectNotFound, ProjectNotFound } from "../errors/projects.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { wireStruct } from "../wireNames.ts"

/**
 * The projects that the signed-in user owns through any of their teams, in no particular order.
 *
 * The program must belong to project `internal`. The projects come with their secrets.
 */
export const list = endpoint("client", "internalProjects.list", "GET /internal/projects", {
  output: listOf(AdminProject),
  errors: [UserAuthenticationRequired, ExpectedInternalProject]
})

/**
 * Creates a project that one of the signed-in user's teams owns.
 *
 * The program must belong to project `internal`. The project starts with sign-up by password, localhost allowed, the
 * team permissions `team_member` and `team_admin`, and without keys: make the first with `internalApiKeys.create`.
 */
export const create = endpoint("client", "internalProjects.create", "POST /internal/projects", {
  input: projectCreate,
  output: AdminProject,
  status: 201,
  errors: [
    UserAuthenticationRequired,
    ExpectedInternalProject,
    TeamMembershipNotFound,
    UserNotFound,
    InvalidSharedOAuthProviderId,
    InvalidStandardOAuthProviderId
  ],
  invalidates: ["internalProjects.list"]
})

/**
 * Hands a project to another team.
 *
 * The program must belong to project `internal`; without a signed-in user there the request counts as malformed. The
 * user needs `team_admin` in the team that owns the project and membership in the new one. A project without an owner
 * cannot be handed over.
 */
export const transfer = endpoint("client", "internalProjects.transfer", "POST /internal/projects/transfer", {
  input: { projectId: Schema.String, newTeamId: Schema.String },
  // the platform spells this yes as a text
  output: wireStruct({ success: Schema.Literals(["true", true]) }),
  errors: [ProjectNotFound, TeamPermissionRequired, TeamMembershipNotFound],
  invalidates: ["internalProjects.list"]
})

/** The project with its whole configuration, secrets included. */
export const getCurrent = endpoint("admin", "internalProjects.getCurrent", "GET /internal/projects/current", {
  output: AdminProject
})

/**
 * Changes the project, and answers with all of it.
 *
 * What is left out stays, but lists and `emailConfig` are replaced as wholes. An unknown `emailTheme` and a logo that
 * is no picture are refused with a plain 400.
 */
export const updateCurrent = endpoint("admin", "internalProjects.updateCurrent", "PATCH /internal/projects/current", {
  input: projectUpdate,
  output: AdminProject,
  errors: [ProjectNotFound, InvalidSharedOAuthProviderId, InvalidStandardOAuthProviderId],
  invalidates: ["internalProjects", "projects", "projectConfig.get", "projectConfig.getOverride"]
})

/** Deletes the project with all its users and data. There is no way back, and nothing asks twice. */
export const deleteCurrent = endpoint(
  "admin",
  "internalProjects.deleteCurrent",
  "DELETE /internal/projects/current",
  { output: Success, gone: [CurrentProjectNotFound], invalidates: ["internalProjects.list"] }
)
