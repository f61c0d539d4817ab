/** Every flow and call of a trusted back end as a promise. */
import * as Layer from "effect/Layer"
import { requireProject } from "../../layers/call/index.ts"
import type { ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { Server } from "../programs/index.ts"
import * as flows from "../server/index.ts"
import { type CallsOf, callsOf } from "./calls.ts"
import { hostOf } from "./Host.ts"
import { type CallOf, callOf, type Disposable, disposable, type Promised, promised } from "./makeAsync.ts"

/** What `createServer` gives: the flows by name, and every call of the client and server levels by resource. */
export interface LatchkeyServer extends Promised<typeof flows, InvalidConfiguration>, Disposable {
  /** The platform's endpoints as they are. */
  readonly calls: Promised<CallsOf<"server">, InvalidConfiguration>
  /** Calls an endpoint that isn't among `calls`, such as one of your own: `call(myEndpoint, input)`. */
  readonly call: CallOf<ClientAccess | ServerAccess, InvalidConfiguration>
}

/**
 * A project's back end. Never give its key to a browser. Throws `InvalidConfiguration` when no project id is given or in the
 * environment, except while an app is being built; otherwise calls reject as those of `createClient` do. With the `tokenStore`
 * of a request its user is `"me"`.
 *
 * ```ts
 * const server = createServer({ projectId, secretServerKey })
 * for await (const user of server.users.stream({ query: "ada" })) console.log(user.primaryEmail)
 * const created = await server.users.create({ primaryEmail }).settled()
 * ```
 */
export const createServer = (options: Server.ServerOptions = {}): LatchkeyServer => {
  requireProject(options)
  const host = hostOf(Layer.build(Server.layer({ ...options })))
  all ??= { ...flows, calls: callsOf("server") }
  return promised(all, host, "", { ...disposable(host), call: callOf(host) }) as LatchkeyServer
}

/** The same for every one of a process. */
let all: typeof flows & { readonly calls: CallsOf<"server"> } | undefined
