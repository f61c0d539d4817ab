/** The usual layers of a trusted back end. Never bundle them for a browser, which refuses their keys. */
import * as Layer from "effect/Layer"
import { layerServer } from "../../layers/access/access.ts"
import type { Project } from "../../layers/call/Project.ts"
import { layerProject, type ProjectSettings } from "../../layers/call/projectDefaults.ts"
import * as RetryPolicy from "../../layers/call/RetryPolicy.ts"
import { type Fetch, layerFetch, layerFetchWith } from "../../layers/call/Transport.ts"
import type { ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { type BrowserOptions, guarded } from "./keysInBrowser.ts"
import { provideUserSession, type UserOptions } from "./provideUserSession.ts"

/** A project, whose session requests carry, and how they are sent. */
export interface ServerOptions extends ProjectSettings, UserOptions, BrowserOptions {
  /** @default the runtime's own `fetch`, looked up at each request */
  readonly fetch?: Fetch | undefined
  /**
   * When calls are tried again, and how long they may take: the values that are to differ from the policy around, as in
   * `{ perAttempt: "1 minute" }`.
   *
   * @default five attempts of 30 s, as `RetryPolicy.defaults` says
   */
  readonly retryPolicy?: Partial<RetryPolicy.Policy> | undefined
}

/** A project's back end: `Effect.provide(program, Server.layer({ projectId, secretServerKey }))`. */
export const layer = (
  options: ServerOptions = {}
): Layer.Layer<ServerAccess | ClientAccess | Project, InvalidConfiguration> =>
  provideUserSession(layerServer, options).pipe(
    Layer.provideMerge(guarded(layerProject(options, "secretServerKey"), options)),
    Layer.provide([
      options.fetch === undefined ? layerFetch : layerFetchWith(options.fetch),
      RetryPolicy.layer(options.retryPolicy)
    ])
  )

/** The same without project and transport. */
export const layerNoProject = layerServer
