/** The usual layers of a program for end users. For other combinations build on `latchkey/layers`. */
import * as Layer from "effect/Layer"
import { layerClient } from "../layers/access.ts"
import * as Project from "../layers/Project.ts"
import { Session } from "../layers/Session.ts"
import { TokenStore } from "../layers/TokenStore.ts"
import { layerFetch, type Transport } from "../layers/Transport.ts"
import type { ClientAccess } from "../schemas/access.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"

/** Where the session is kept. @default in memory, so that it ends with the program */
export interface SessionOptions {
  readonly tokenStore?: Layer.Layer<TokenStore>
}

/** A project's client: `Effect.provide(program, Client.layer({ projectId, publishableClientKey }))`. */
export const layer = (
  options: Project.ProjectOptions & SessionOptions
): Layer.Layer<ClientAccess | Session | Project.Project, InvalidConfiguration> =>
  layerNoProject(options).pipe(Layer.provideMerge(Project.layer(options)), Layer.provide(layerFetch))

/**
 * The same without project and transport, for the embedded platform or another way to send. Each call of this function
 * has a session of its own, and one result is one session however often it is provided.
 */
export const layerNoProject = (
  options: SessionOptions = {}
): Layer.Layer<ClientAccess | Session, InvalidConfiguration, Project.Project | Transport> =>
  Layer.suspend(() =>
    // fresh, or every client of the process would share the one session of the static layers
    Layer.fresh(
      layerClient.pipe(
        Layer.provideMerge(Session.layer),
        Layer.provide(options.tokenStore ?? TokenStore.layerMemory)
      )
    )
  )
