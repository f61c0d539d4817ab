/** All flows and calls of a dashboard or a deployment script, as promises. */
import * as Layer from "effect/Layer"
import { requireProject } from "../../layers/call/index.ts"
import type { AdminAccess, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import * as flows from "../admin/index.ts"
import { Admin } from "../programs/index.ts"
import { type CallsOf, callsOf } from "./calls.ts"
import { hostOf } from "./Host.ts"
import { type CallOf, callOf, type Disposable, disposable, type Promised, promised } from "./makeAsync.ts"

/** Result of `createAdmin`: the flows by name, and all calls of all levels by resource. */
export interface LatchkeyAdmin extends Promised<typeof flows, InvalidConfiguration>, Disposable {
  /** The platform's endpoints, unchanged. */
  readonly calls: Promised<CallsOf<"admin">, InvalidConfiguration>
  /** Calls an endpoint that isn't among `calls`, such as one of your own: `call(myEndpoint, input)`. */
  readonly call: CallOf<ClientAccess | ServerAccess | AdminAccess, InvalidConfiguration>
}

/**
 * Creates the admin client of a project, with its admin key or an owner's `ownerSession`. Never use the key in a
 * browser. Throws `InvalidConfiguration` if neither the options nor the environment have a project id, except while an
 * app is being built. Calls reject like those of `createClient`.
 *
 * @example
 * ```ts
 * import { createAdmin } from "latchkey/promise"
 *
 * const admin = createAdmin(project)
 * await admin.project.update({ displayName: "Notes" })
 * console.log((await admin.project.get()).displayName) // Notes
 * ```
 */
export const createAdmin = (options: Admin.AdminOptions = {}): LatchkeyAdmin => {
  requireProject(options)
  const host = hostOf(Layer.build(Admin.layer({ ...options })))
  all ??= { ...flows, calls: callsOf("admin") }
  return promised(all, host, "", { ...disposable(host), call: callOf(host) }) as LatchkeyAdmin
}

/** Flows and calls, shared by all clients of the process. */
let all: typeof flows & { readonly calls: CallsOf<"admin"> } | undefined
