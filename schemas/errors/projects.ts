/** Errors about projects and branches that don't exist. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The requested project does not exist, or was deleted.
 *
 * @cause The project was deleted or transferred.
 * @cause The id is mistyped, or `baseUrl` points to another platform.
 * @fix Compare the id with the one in the dashboard.
 */
export class ProjectNotFound extends KnownError("ProjectNotFound", {
  code: "PROJECT_NOT_FOUND",
  status: 404,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The ${named("project", projectId)} was not found. Check its id in the dashboard; it may have been deleted.`
}) {}

/**
 * This platform has no project with the configured id.
 *
 * @cause `baseUrl` points to a platform that doesn't have the project: production, staging, self-hosted or the
 *   emulator.
 * @cause The id is mistyped, or the project was deleted.
 * @cause The emulator was started without the seed that contains this project.
 * @fix Compare `projectId` and `baseUrl` with the dashboard, or run `latchkey doctor`.
 */
export class CurrentProjectNotFound extends KnownError("CurrentProjectNotFound", {
  code: "CURRENT_PROJECT_NOT_FOUND",
  status: 400,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `There is no ${projectId ? named("project", projectId) : "such project"} on this platform. ` +
    "Check the configured project id and the base URL."
}) {}

/**
 * The project does not have the branch that the request names.
 *
 * @cause The program adds an `x-stack-branch-id` header with a mistyped value.
 * @cause The branch was deleted.
 * @fix Correct the branch, or omit it to use the main branch.
 */
export class BranchDoesNotExist extends KnownError("BranchDoesNotExist", {
  code: "BRANCH_DOES_NOT_EXIST",
  status: 400,
  details: { branchId: Schema.String },
  message: ({ branchId }) =>
    `The project has no ${branchId ? named("branch", branchId) : "such branch"}. ` +
    "Check the branch of the request, or leave it out for the main one."
}) {}
