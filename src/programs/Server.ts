/**
 * The usual layers of a trusted back end, and its flows: `Server.layer`, `Server.users.stream()`. Never bundle them for a
 * browser, which refuses their keys.
 */
import * as Layer from "effect/Layer"
import { layerServer } from "../../layers/access/index.ts"
import { layerProject, type Project, type ProjectSettings, type Transport } from "../../layers/call/index.ts"
import type { ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { type BrowserOptions, guarded } from "./keysInBrowser.ts"
import { provideUserSession, type UserOptions } from "./provideUserSession.ts"
import { layerSending, type SendingOptions } from "./SendingOptions.ts"

export * from "../server/index.ts"

/** A project, whose session requests carry, and how they are sent. */
export interface ServerOptions extends ProjectSettings, UserOptions, BrowserOptions, SendingOptions {}

/** A project's back end: `Effect.provide(program, Server.layer({ projectId, secretServerKey }))`. */
export const layer = (
  options: ServerOptions = {}
): Layer.Layer<ServerAccess | ClientAccess | Project, InvalidConfiguration> =>
  provideUserSession(layerServer(), options).pipe(
    Layer.provideMerge(guarded(layerProject(options, "secretServerKey"), options)),
    Layer.provide(layerSending(options))
  )

/** The server level without project and transport, for the emulator or another way to send. */
export const layerNoProject = (): Layer.Layer<
  ServerAccess | ClientAccess,
  InvalidConfiguration,
  Project | Transport
> => layerServer()
