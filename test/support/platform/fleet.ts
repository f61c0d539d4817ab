/** Several servers in one process with a shared store. Tests can make the store unavailable to each server. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import type { OpenedSession } from "../../../layers/fleet/openedSession.ts"
import {
  layer as layerServerSessions,
  ServerSessions,
  type ServerSessionsOptions
} from "../../../layers/fleet/ServerSessions.ts"
import { layerKeyValue, SharedRecords, SharedRecordsFailed } from "../../../layers/fleet/SharedRecords.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import { project } from "../contract/project.ts"
import type { TokenPlatform } from "./tokenPlatform.ts"

/**
 * Waits until encryption is complete. It runs in order in threads of the runtime, which the test clock doesn't control.
 */
export const settled = Effect.promise(async () => {
  for (let turn = 0; turn < 8; turn++) {
    await crypto.subtle.digest("SHA-256", new Uint8Array(1))
    for (let step = 0; step < 5; step++) await new Promise(setImmediate)
  }
})

/** Waits for a condition without advancing the clock. */
export const until = (isSo: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => isSo() ? Effect.void : Effect.andThen(settled, until(isSo)))

/** Advances the clock in steps. After each step, lets the fibers that woke up finish. */
export const pass = (millis: number, step = 100) =>
  Effect.gen(function*() {
    for (let left = millis; left > 0; left -= step) {
      yield* TestClock.adjust(Math.min(left, step))
      yield* settled
    }
  })

/** Advances the clock until the fiber is done. The result doesn't depend on the speed of the machine. */
export const finished = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.gen(function*() {
    while (fiber.pollUnsafe() === undefined) yield* pass(100)
    return yield* Fiber.join(fiber)
  })

/** Creates a store for all servers. Tests can read its contents. */
export const sharedStore = Effect.gen(function*() {
  const texts = Context.get(yield* Layer.build(Layer.fresh(KeyValueStore.layerMemory)), KeyValueStore.KeyValueStore)
  const context = yield* Layer.build(Layer.fresh(layerKeyValue())).pipe(
    Effect.provideService(KeyValueStore.KeyValueStore, texts)
  )
  return {
    records: Context.get(context, SharedRecords),
    texts,
    content: Effect.flatMap(texts.keys, (keys) =>
      Effect.map(
        Effect.forEach(keys, (key) => texts.get(key)),
        (values) => keys.map((key, at) => `${key}=${values[at]}`)
      ))
  }
})

export type SharedStore = Effect.Success<typeof sharedStore>

/**
 * Creates a server with the store. `setAway` makes the store unavailable to this server, and `crash` ends the server.
 */
export const serverOver = (
  { records }: Pick<SharedStore, "records">,
  platform: TokenPlatform,
  options?: ServerSessionsOptions
) =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope)
    let away = false
    const unlessAway = <A>(operation: "read" | "write", self: Effect.Effect<A, SharedRecordsFailed>) =>
      Effect.suspend(() => away ? Effect.fail(new SharedRecordsFailed({ operation, problem: "it is away" })) : self)
    const mine = Layer.succeed(SharedRecords, {
      get: (name) => unlessAway("read", records.get(name)),
      compareAndSet: (...args) => unlessAway("write", records.compareAndSet(...args)),
      prolong: (...args) => unlessAway("write", records.prolong(...args))
    })
    const layer = Layer.fresh(layerServerSessions(options).pipe(Layer.provide([project, mine])))
    const sessions = Context.get(yield* Layer.buildWithScope(layer, scope), ServerSessions)

    /** Opens the session of a request with this cookie. */
    const request = (cookie: string | undefined) =>
      Effect.gen(function*() {
        const opened = yield* sessions.open({ headers: cookie === undefined ? {} : { cookie: `a=b; ${cookie}` } })
        const session = Context.get(
          yield* Layer.buildWithScope(
            Layer.fresh(layerSession().pipe(Layer.provide([platform.layer, project, opened.layer]))),
            scope
          ),
          Session
        )
        return { opened, session }
      })

    /** Returns the token store of a request, without opening a session. */
    const storeOf = (opened: OpenedSession) =>
      Effect.map(Layer.buildWithScope(Layer.fresh(opened.layer), scope), Context.get(TokenStore))

    return {
      sessions,
      request,
      storeOf,
      /** Returns the tokens for a request with this cookie. */
      tokens: (cookie: string) => Effect.flatMap(request(cookie), ({ session }) => session.tokens()),
      setAway: (is: boolean) => {
        away = is
      },
      /** Shuts the server down. */
      stop: Scope.close(scope, Exit.void),
      /** Ends the server at once. It writes nothing more. */
      crash: Effect.suspend(() => {
        away = true
        return Scope.close(scope, Exit.void)
      })
    }
  })

/** Returns the cookie that a browser would send after `Set-Cookie`. `undefined`: the cookie is deleted. */
export const cookieOf = (setCookie: string | undefined): string | undefined => {
  const pair = setCookie?.split("; ")[0]
  return pair === undefined || pair.endsWith("=") ? undefined : pair
}
