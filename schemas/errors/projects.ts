/** Projects and branches that are not there. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The project asked for does not exist, or not any more.
 *
 * @cause The project was deleted or transferred.
 * @cause The id is mistyped, or `baseUrl` leads to another platform.
 * @fix Compare the id with the dashboard.
 */
export class ProjectNotFound extends KnownError("ProjectNotFound", {
  code: "PROJECT_NOT_FOUND",
  status: 404,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The ${named("project", projectId)} was not found. Check its id in the dashboard; it may have been deleted.`
}) {}

/**
 * The configured project id names no project on this platform.
 *
 * @cause `baseUrl` leads to another platform than the one with the project: production, staging, self-hosted or the
 *   emulator.
 * @cause The id is mistyped, or the project was deleted.
 * @cause The emulator was started without the seed that has this project.
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
 * The request names a branch that the project does not have.
 *
 * @cause A header `x-stack-branch-id` that the program adds is mistyped.
 * @cause The branch was deleted.
 * @fix Correct the branch, or leave it out for the main one.
 */
export class BranchDoesNotExist extends KnownError("BranchDoesNotExist", {
  code: "BRANCH_DOES_NOT_EXIST",
  status: 400,
  details: { branchId: Schema.String },
  message: ({ branchId }) =>
    `The project has no ${branchId ? named("branch", branchId) : "such branch"}. ` +
    "Check the branch of the request, or leave it out for the main one."
}) {}
