/** Who may call. An endpoint requires exactly one of these services; their layers live in `layers/access/access.ts`. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AccessLevel, Spec } from "./Spec.ts"

export type { AccessLevel } from "./Spec.ts"

/** Carries out a call: checks and encodes its input, sends it, decodes the answer. */
export interface Caller {
  readonly call: (spec: Spec, input: object) => Effect.Effect<unknown, unknown>
}

/** A program for an end user: the publishable key and the user's own session. */
export class ClientAccess extends Context.Service<ClientAccess, Caller>()("latchkey/ClientAccess") {}

/** A trusted back end: the secret server key. */
export class ServerAccess extends Context.Service<ServerAccess, Caller>()("latchkey/ServerAccess") {}

/** The project's dashboard or its owner: the super secret admin key, or an owner's session. */
export class AdminAccess extends Context.Service<AdminAccess, Caller>()("latchkey/AdminAccess") {}

/** The three levels by the name the platform gives them. A higher level may call what a lower one may. */
export interface AccessLevels {
  readonly client: ClientAccess
  readonly server: ServerAccess
  readonly admin: AdminAccess
}

/** The service of each level. */
export const accessOf = { client: ClientAccess, server: ServerAccess, admin: AdminAccess } as const satisfies {
  readonly [Level in AccessLevel]: unknown
}
