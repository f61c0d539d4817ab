/** The layer of a promise client, for providers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Project } from "../layers/call/index.ts"
import { built, ReadCache } from "../layers/reads/index.ts"
import { Session } from "../layers/session/index.ts"
import type { ClientAccess } from "../schemas/access.ts"
import { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import type { SharedClient } from "../src/promise/index.ts"
import { type Inside, insideOf } from "../src/promise/insideOf.ts"

/** The services that effects can use under `LatchkeyProvider`. */
export type ClientServices = ClientAccess | Session | Project

/** The services of clients in this page, each with its only read cache. */
const cached = new WeakMap<object, Context.Context<ClientServices>>()

/**
 * Returns the services of a client. In a browser, they include the client's read cache, which all providers of the
 * client share. The client owns these services, so they stay when a provider unmounts.
 */
export const layerOfClient = (client: SharedClient): Layer.Layer<ClientServices, InvalidConfiguration> =>
  Layer.effectContext(Effect.suspend(() => {
    const inside = insideOf(Object(client))
    if (inside === undefined) return notOurs
    const host = inside.host()
    return host.extend("window" in globalThis ? withReadCache(host) : servicesOnServer)
  })) as Layer.Layer<ClientServices, InvalidConfiguration>

/** Whether the browser has the client's session, where a server can't read it. */
export const isSessionInBrowser = (client: SharedClient): boolean => insideOf(Object(client))?.sessionInBrowser === true

const withReadCache = (host: ReturnType<Inside["host"]>) =>
  Effect.suspend(() => {
    const known = cached.get(host)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.map(Effect.contextWith(buildReadCache), (services) => {
      cached.set(host, services)
      return services
    })
  })

/** Builds the cache, unless the services have one. */
const buildReadCache = (services: Context.Context<ClientServices | Scope.Scope>) =>
  Effect.map(
    Context.getOrUndefined(services as Context.Context<unknown>, ReadCache) === undefined
      ? built()
      : Effect.succeed(Context.empty()),
    (own) => Context.omit(Scope.Scope)(Context.merge(services, own))
  )

/**
 * The services for one server render. The read cache belongs to the render, because visitors may share the client. A
 * render never unmounts, so it doesn't subscribe to the session of a client that lives longer.
 */
const servicesOnServer = Effect.contextWith((services: Context.Context<ClientServices | Scope.Scope>) =>
  Effect.succeed(
    services.pipe(
      Context.add(Session, { ...Context.get(services, Session), subscribe: () => () => {} }),
      Context.omit(Scope.Scope)
    )
  )
)

const notOurs = Effect.fail(
  new InvalidConfiguration({
    setting: "client",
    problem: "is not a client of this copy of Latchkey",
    next:
      "Pass the result of createClient from \"latchkey/promise\" or \"latchkey/native\". \"latchkey/promise/standalone\" is another copy."
  })
)
