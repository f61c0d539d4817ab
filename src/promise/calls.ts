/** All calls of a level, by resource. Clients have `clientCalls`. */
import type { AccessLevel, AccessLevels } from "../../schemas/access.ts"
import { resources } from "../../schemas/catalogue.ts"
import type { AnyEndpoint } from "../../schemas/Endpoint.ts"
import type { PaymentResource } from "./paymentResources.ts"

/**
 * Calls of a level, by resource. A higher level includes the calls of the lower levels. Clients have the calls of
 * payments in `latchkey/payments` and those of agents in `latchkey/agents`, so that other apps load none of them.
 */
export type CallsOf<Level extends AccessLevel> = {
  readonly [
    Resource in Exclude<
      keyof Resources,
      Level extends "client" ? PaymentResource | "agents" : never
    > as NamesAt<Level, Resources[Resource]> extends never ? never : Resource
  ]: Pick<Resources[Resource], NamesAt<Level, Resources[Resource]>>
}

type Resources = typeof resources

interface UpTo {
  readonly client: "client"
  readonly server: "client" | "server"
  readonly admin: AccessLevel
}

type NamesAt<Level extends AccessLevel, Resource> = {
  [Name in keyof Resource]: Resource[Name] extends {
    readonly "~types"?: { readonly access: AccessLevels[UpTo[Level]] } | undefined
  } ? Name
    : never
}[keyof Resource]

const levels: ReadonlyArray<AccessLevel> = ["client", "server", "admin"]

/** Returns the calls of a level. */
export const callsOf = <const Level extends AccessLevel>(level: Level): CallsOf<Level> => {
  const allowed = levels.slice(0, levels.indexOf(level) + 1)
  const calls = Object.entries(resources).map(([resource, endpoints]) => {
    const own = Object.entries<AnyEndpoint>(endpoints).filter(([, { spec }]) => allowed.includes(spec.access))
    return [resource, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(calls.filter(([, own]) => Object.keys(own).length > 0)) as never
}
