/** Every flow and call of a dashboard or a deployment script as a promise. */
import * as Layer from "effect/Layer"
import { requireProject } from "../../layers/call/index.ts"
import type { AdminAccess, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import * as flows from "../admin/index.ts"
import { Admin } from "../programs/index.ts"
import { type CallsOf, callsOf } from "./calls.ts"
import { hostOf } from "./Host.ts"
import { type CallOf, callOf, type Disposable, disposable, type Promised, promised } from "./makeAsync.ts"

/** What `createAdmin` gives: the flows by name, and every call of all levels by resource. */
export interface LatchkeyAdmin extends Promised<typeof flows, InvalidConfiguration>, Disposable {
  /** The platform's endpoints as they are. */
  readonly calls: Promised<CallsOf<"admin">, InvalidConfiguration>
  /** Calls an endpoint that isn't among `calls`, such as one of your own: `call(myEndpoint, input)`. */
  readonly call: CallOf<ClientAccess | ServerAccess | AdminAccess, InvalidConfiguration>
}

/**
 * A project's administration, with its key or the `ownerSession` of an owner. Never give its key to a browser. Throws
 * `InvalidConfiguration` when no project id is given or in the environment, except while an app is being built; otherwise
 * calls reject as those of `createClient` do.
 *
 * ```ts
 * const admin = createAdmin({ projectId, superSecretAdminKey })
 * await admin.project.addTrustedDomain({ domain: "https://app.example.com" })
 * ```
 */
export const createAdmin = (options: Admin.AdminOptions = {}): LatchkeyAdmin => {
  requireProject(options)
  const host = hostOf(Layer.build(Admin.layer({ ...options })))
  all ??= { ...flows, calls: callsOf("admin") }
  return promised(all, host, "", { ...disposable(host), call: callOf(host) }) as LatchkeyAdmin
}

/** The same for every one of a process. */
let all: typeof flows & { readonly calls: CallsOf<"admin"> } | undefined
