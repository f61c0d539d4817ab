/** The usual layers of a dashboard or a deployment script. Never bundle them for a browser. */
import * as Layer from "effect/Layer"
import { layerAdmin } from "../layers/access.ts"
import * as Project from "../layers/Project.ts"
import { layerFetch } from "../layers/Transport.ts"
import type { AdminAccess, ClientAccess, ServerAccess } from "../schemas/access.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"

/** A project's administration: `Effect.provide(program, Admin.layer({ projectId, superSecretAdminKey }))`. */
export const layer = (
  options: Project.ProjectOptions
): Layer.Layer<AdminAccess | ServerAccess | ClientAccess | Project.Project, InvalidConfiguration> =>
  layerAdmin.pipe(Layer.provideMerge(Project.layer(options)), Layer.provide(layerFetch))

/** The same without project and transport. */
export const layerNoProject = layerAdmin
