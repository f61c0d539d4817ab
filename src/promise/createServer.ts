/** All flows and calls of a trusted back end, as promises. */
import * as Layer from "effect/Layer"
import { requireProject } from "../../layers/call/index.ts"
import type { ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { serverLayer, type ServerOptions } from "../programs/index.ts"
import * as flows from "../server/index.ts"
import { type CallsOf, callsOf } from "./calls.ts"
import { hostOf } from "./Host.ts"
import { type CallOf, callOf, type Disposable, disposable, type Promised, promised } from "./makeAsync.ts"

/** Result of `createServer`: the flows by name, and all calls of the client and server levels by resource. */
export interface LatchkeyServer extends Promised<typeof flows, InvalidConfiguration>, Disposable {
  /** The platform's endpoints, unchanged. */
  readonly calls: Promised<CallsOf<"server">, InvalidConfiguration>
  /** Calls an endpoint that isn't among `calls`, such as one of your own: `call(myEndpoint, input)`. */
  readonly call: CallOf<ClientAccess | ServerAccess, InvalidConfiguration>
}

/**
 * Creates the back-end client of a project. Never use its key in a browser. Throws `InvalidConfiguration` if neither
 * the options nor the environment have a project id, except while an app is being built. Calls reject like those of
 * `createClient`. With a `tokenStore`, for instance an incoming request, `"me"` is that session's user.
 *
 * @example
 * ```ts
 * import { createServer } from "latchkey/promise"
 *
 * const server = createServer(project)
 * const users = await server.users.list()
 * console.log(users.map(({ primaryEmail }) => primaryEmail)) // [ 'ada@example.com' ]
 * ```
 */
export const createServer = (options: ServerOptions = {}): LatchkeyServer => {
  requireProject(options)
  const host = hostOf(Layer.build(serverLayer({ ...options })))
  all ??= { ...flows, calls: callsOf("server") }
  return promised(all, host, "", { ...disposable(host), call: callOf(host) }) as LatchkeyServer
}

/** Flows and calls, shared by all clients of the process. */
let all: typeof flows & { readonly calls: CallsOf<"server"> } | undefined
