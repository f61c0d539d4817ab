/** Creating, configuring and transferring projects. docs/platform.md §16. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AdminProject, projectCreate, projectUpdate } from "../entities/Project.ts"
import { listOf, Success } from "../entities/responses.ts"
import { InvalidSharedOAuthProviderId, InvalidStandardOAuthProviderId } from "../errors/oauth.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { ExpectedInternalProject } from "../errors/projectAuthentication.ts"
import { CurrentProjectNotFound, ProjectNotFound } from "../errors/projects.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { wireStruct } from "../wireNames.ts"

/**
 * Lists the projects that the signed-in user owns through any team, in no particular order.
 *
 * The program must belong to project `internal`. The response contains the projects' secrets.
 */
export const list = endpoint("client", "internalProjects.list", "GET /internal/projects", {
  output: listOf(AdminProject),
  errors: [UserAuthenticationRequired, ExpectedInternalProject]
})

/**
 * Creates a project owned by one of the signed-in user's teams.
 *
 * The program must belong to project `internal`. The new project has password sign-up, allows localhost, has the team
 * permissions `team_member` and `team_admin`, and has no keys: create the first key with `internalApiKeys.create`.
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
  invalidates: [list]
})

/**
 * Transfers a project to another team.
 *
 * The program must belong to project `internal` and have a signed-in user; otherwise the platform rejects the request
 * as malformed. The user must have `team_admin` in the owning team and be a member of the new team. A project without
 * an owner cannot be transferred.
 */
export const transfer = endpoint("client", "internalProjects.transfer", "POST /internal/projects/transfer", {
  input: { projectId: Schema.String, newTeamId: Schema.String },
  // the platform sends this boolean as a string
  output: wireStruct({ success: Schema.Literals(["true", true]) }),
  errors: [ProjectNotFound, TeamPermissionRequired, TeamMembershipNotFound],
  invalidates: [list]
})

/** Returns the project with its whole configuration, including secrets. */
export const getCurrent = endpoint("admin", "internalProjects.getCurrent", "GET /internal/projects/current", {
  output: AdminProject
})

/**
 * Changes the project, and returns the whole project.
 *
 * Omitted fields keep their values, but lists and `emailConfig` are replaced as a whole. An unknown `emailTheme` and a
 * logo that is not an image fail with `HttpFailure` (400).
 */
export const updateCurrent = endpoint("admin", "internalProjects.updateCurrent", "PATCH /internal/projects/current", {
  input: projectUpdate,
  output: AdminProject,
  errors: [ProjectNotFound, InvalidSharedOAuthProviderId, InvalidStandardOAuthProviderId],
  invalidates: ["internalProjects", "projects", "projectConfig"]
})

/** Deletes the project with all its users and data. Deletion is immediate and permanent. */
export const deleteCurrent = endpoint(
  "admin",
  "internalProjects.deleteCurrent",
  "DELETE /internal/projects/current",
  { output: Success, gone: [CurrentProjectNotFound], invalidates: [list] }
)
