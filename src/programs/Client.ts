/** The usual layers of a program for end users. For other combinations build on `latchkey/layers`. */
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

export type { BotChallengeOptions, ClientOptions, RedirectingOptions, SessionOptions } from "./clientServices.ts"

/** A project's client: `Effect.provide(program, Client.layer({ projectId, publishableClientKey }))`. */
export const layer = (
  options: ClientOptions = {}
): Layer.Layer<ClientAccess | Session | Project, InvalidConfiguration> =>
  Layer.effectContext(clientServices(options, storeOf(options.tokenStore)))

/**
 * The same without project and transport, for the embedded platform or another way to send. Each call of this function
 * has a session of its own, and one result is one session however often it is provided.
 */
export const layerNoProject = (
  options: SessionOptions & RedirectingOptions & BotChallengeOptions = {}
): Layer.Layer<ClientAccess | Session, InvalidConfiguration, Project | Transport> =>
  Layer.effectContext(clientServicesNoProject(options, storeOf(options.tokenStore)))

/**
 * Only the access level, for a session of your own: `Client.layerNoSession().pipe(Layer.provideMerge(Session.layer()), …)`.
 */
export const layerNoSession = (): Layer.Layer<ClientAccess, never, Project | Transport | Session> => layerClient()
