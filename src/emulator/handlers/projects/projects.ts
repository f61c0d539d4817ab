/** Public fields of the request's project. */
import * as Effect from "effect/Effect"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import { clientView } from "../../model/index.ts"
import { handle } from "../../request/index.ts"

/** Handlers for `/projects`. */
export const handlers = handle(Projects, {
  getCurrent: (_, { platform, project }) => Effect.succeed(clientView(platform, project))
})
