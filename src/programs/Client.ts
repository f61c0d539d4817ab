/** The ready-made layers for end users' programs. For other combinations, use `latchkey/layers`. */
import * as Layer from "effect/Layer"
import { layerClient } from "../../layers/access/index.ts"
import type { Project, Transport } from "../../layers/call/index.ts"
import type { Session } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import {
  type BotChallengeOptions,
  type ClientOptions,
  clientServices,
  clientServicesNoProject,
  type RedirectingOptions,
  type SessionOptions,
  storeOf
} from "./clientServices.ts"

export type {
  BotChallengeOptions,
  BrowserOptions,
  ClientOptions,
  RedirectingOptions,
  SessionOptions
} from "./clientServices.ts"

/**
 * Client access to a project: `Effect.provide(program, Client.layer({ projectId, publishableClientKey }))`.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Client, currentUser, signIn } from "latchkey"
 *
 * const program = Effect.gen(function*() {
 *   yield* signIn.withPassword({ email, password })
 *   return yield* currentUser.get({ or: "throw" })
 * })
 * const user = await Effect.runPromise(Effect.provide(program, Client.layer(project)))
 * console.log(user.displayName) // Ada
 * ```
 */
export const layer = (
  options: ClientOptions = {}
): Layer.Layer<ClientAccess | Session | Project, InvalidConfiguration> =>
  Layer.effectContext(clientServices(options, storeOf(options.tokenStore)))

/**
 * Client access without project and transport, for the emulator or a custom transport. Each call of this function
 * creates its own session. A layer that is provided several times has one session.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, currentProject, Project, Transport } from "latchkey"
 *
 * const live = Client.layerNoProject().pipe(
 *   Layer.provide(Layer.merge(Project.layer(project), Transport.layerFetch()))
 * )
 * const { displayName } = await Effect.runPromise(Effect.provide(currentProject.get(), live))
 * console.log(displayName) // My app
 * ```
 */
export const layerNoProject = (
  options: SessionOptions & RedirectingOptions & BotChallengeOptions = {}
): Layer.Layer<ClientAccess | Session, InvalidConfiguration, Project | Transport> =>
  Layer.effectContext(clientServicesNoProject(options, storeOf(options.tokenStore)))

/**
 * Provides only the access level, for a session of your own:
 * `Client.layerNoSession().pipe(Layer.provideMerge(Session.layer()), …)`.
 */
export const layerNoSession = (): Layer.Layer<ClientAccess, never, Project | Transport | Session> => layerClient()
