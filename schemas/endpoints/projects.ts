/** The project that a program belongs to. docs/platform.md §16. */
import { endpoint } from "../Endpoint.ts"
import { ClientProject } from "../entities/Project.ts"

/**
 * Returns the project of the request, with its sign-in methods. Needs no session.
 *
 * All levels get the same fields; `internalProjects.getCurrent` returns the rest.
 */
export const getCurrent = endpoint("client", "projects.getCurrent", "GET /projects/current", {
  output: ClientProject,
  session: "optional"
})
