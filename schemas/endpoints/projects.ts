/** The project a program belongs to. docs/platform.md §16. */
import { endpoint } from "../Endpoint.ts"
import { ClientProject } from "../entities/Project.ts"

/**
 * The project that the request names, and the ways to sign in it offers. Needs no session.
 *
 * Every level gets this view; `internalProjects.getCurrent` has the rest.
 */
export const getCurrent = endpoint("client", "projects.getCurrent", "GET /projects/current", {
  output: ClientProject,
  session: "optional"
})
