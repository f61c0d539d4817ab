/** The usual layers of a program for end users. For other combinations build on `latchkey/layers`. */
import * as Layer from "effect/Layer"
import { layerClient } from "../layers/access.ts"
import * as Project from "../layers/Project.ts"
import { Session } from "../layers/Session.ts"
import { TokenStore } from "../layers/TokenStore.ts"
import { type Fetch, layerFetch, layerFetchWith, type Transport } from "../layers/Transport.ts"
import type { ClientAccess } from "../schemas/access.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"

/** Where the session is kept. */
export interface SessionOptions {
  /** @default "memory": the session ends with the program */
  readonly tokenStore?: "memory" | Layer.Layer<TokenStore> | undefined
}

/** A project, where its sessions are kept, and how requests are sent. */
export interface ClientOptions extends Project.ProjectOptions, SessionOptions {
  /** @default the runtime's own `fetch`, looked up at each request */
  readonly fetch?: Fetch | undefined
}

/** A project's client: `Effect.provide(program, Client.layer({ projectId, publishableClientKey }))`. */
export const layer = (
  options: ClientOptions
): Layer.Layer<ClientAccess | Session | Project.Project, InvalidConfiguration> =>
  layerNoProject(options).pipe(
    Layer.provideMerge(Project.layer(options)),
    Layer.provide(options.fetch === undefined ? layerFetch : layerFetchWith(options.fetch))
  )

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
        Layer.provide(storeOf(options.tokenStore))
      )
    )
  )

const storeOf = (choice: SessionOptions["tokenStore"]): Layer.Layer<TokenStore> =>
  choice === undefined || choice === "memory" ? TokenStore.layerMemory : choice
