/** The ready-made layers for trusted back ends. Don't bundle them for a browser, where they reject the keys. */
import * as Layer from "effect/Layer"
import { layerServer } from "../../layers/access/index.ts"
import { layerProject, type Project, type ProjectSettings, type Transport } from "../../layers/call/index.ts"
import type { ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { type BrowserOptions, guarded } from "./keysInBrowser.ts"
import { provideUserSession, type UserOptions } from "./provideUserSession.ts"
import { layerSending, type SendingOptions } from "./SendingOptions.ts"

/** The project, the user's session, and the options for sending requests. */
export interface ServerOptions extends ProjectSettings, UserOptions, BrowserOptions, SendingOptions {}

/**
 * Server access to a project: `Effect.provide(program, Server.layer({ projectId, secretServerKey }))`.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Server } from "latchkey"
 *
 * const users = await Effect.runPromise(Effect.provide(Server.users.list(), Server.layer(project)))
 * console.log(users.map(({ displayName }) => displayName)) // [ 'Ada' ]
 * ```
 */
export const layer = (
  options: ServerOptions = {}
): Layer.Layer<ServerAccess | ClientAccess | Project, InvalidConfiguration> =>
  provideUserSession(layerServer(), options).pipe(
    Layer.provideMerge(guarded(layerProject(options, "secretServerKey"), options)),
    Layer.provide(layerSending(options))
  )

/**
 * Server access without project and transport, for the emulator or a custom transport.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Project, Server, Transport } from "latchkey"
 *
 * const live = Server.layerNoProject().pipe(
 *   Layer.provide(Layer.merge(Project.layer(project), Transport.layerFetch()))
 * )
 * const teams = await Effect.runPromise(Effect.provide(Server.teams.list(), live))
 * console.log(teams.map(({ displayName }) => displayName)) // [ 'Analysts' ]
 * ```
 */
export const layerNoProject = (): Layer.Layer<
  ServerAccess | ClientAccess,
  InvalidConfiguration,
  Project | Transport
> => layerServer()
