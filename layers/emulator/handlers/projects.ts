/** The project of the request. */
import * as Effect from "effect/Effect"
import * as Projects from "../../../schemas/endpoints/projects.ts"
import { handle } from "../handle.ts"
import { clientView } from "../projects.ts"

/** `/projects` */
export const handlers = handle(Projects, {
  getCurrent: (_, { project }) => Effect.succeed(clientView(project))
})
