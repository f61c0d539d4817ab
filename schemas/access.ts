/**
 * The access levels. An endpoint requires exactly one of these services; their layers are in `layers/access/access.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AccessLevel, Spec } from "./Spec.ts"

export type { AccessLevel } from "./Spec.ts"

/** Makes calls: validates and encodes the input, sends the request, decodes the response. */
export interface Caller {
  readonly call: (spec: Spec, input: object) => Effect.Effect<unknown, unknown>
}

/** Access for an end user's app: the publishable key and the user's session. */
export class ClientAccess extends Context.Service<ClientAccess, Caller>()("latchkey/ClientAccess") {}

/** Access for a trusted back end: the secret server key. */
export class ServerAccess extends Context.Service<ServerAccess, Caller>()("latchkey/ServerAccess") {}

/** Access for the dashboard and the project's owners: the super secret admin key, or an owner's session. */
export class AdminAccess extends Context.Service<AdminAccess, Caller>()("latchkey/AdminAccess") {}

/** The three levels, by the platform's names. A higher level can call everything that a lower level can. */
export interface AccessLevels {
  readonly client: ClientAccess
  readonly server: ServerAccess
  readonly admin: AdminAccess
}

/** The service of each level. */
export const accessOf = { client: ClientAccess, server: ServerAccess, admin: AdminAccess } as const satisfies {
  readonly [Level in AccessLevel]: unknown
}
