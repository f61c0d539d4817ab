/** Several servers in one process, over one shared store that can be taken away from each of them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import type { OpenedSession } from "../../layers/fleet/openedSession.ts"
import { ServerSessions, type ServerSessionsOptions } from "../../layers/fleet/ServerSessions.ts"
import { SharedRecords, SharedRecordsFailed } from "../../layers/fleet/SharedRecords.ts"
import { Session } from "../../layers/session/Session.ts"
import { TokenStore } from "../../layers/session/TokenStore.ts"
import { project } from "./project.ts"
import type { TokenPlatform } from "./tokenPlatform.ts"

/** Sealing is work of the runtime's own threads, which virtual time does not wait for; they take jobs in their order. */
export const settled = Effect.promise(async () => {
  for (let turn = 0; turn < 8; turn++) {
    await crypto.subtle.digest("SHA-256", new Uint8Array(1))
    for (let step = 0; step < 5; step++) await new Promise(setImmediate)
  }
})

/** Waits, in no virtual time, for what is under way. */
export const until = (isSo: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => isSo() ? Effect.void : Effect.andThen(settled, until(isSo)))

/** Lets virtual time pass in steps, and what it wakes come to rest. */
export const pass = (millis: number, step = 100) =>
  Effect.gen(function*() {
    for (let left = millis; left > 0; left -= step) {
      yield* TestClock.adjust(Math.min(left, step))
      yield* settled
    }
  })

/** Lets virtual time pass until the fiber is done, however busy the machine is. */
export const finished = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.gen(function*() {
    while (fiber.pollUnsafe() === undefined) yield* pass(100)
    return yield* Fiber.join(fiber)
  })

/** A store for all servers, and what is in it. */
export const sharedStore = Effect.gen(function*() {
  const texts = Context.get(yield* Layer.build(Layer.fresh(KeyValueStore.layerMemory)), KeyValueStore.KeyValueStore)
  const context = yield* Layer.build(Layer.fresh(SharedRecords.layerKeyValue())).pipe(
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

/** A server over the store. Its commands fail while the store is away from it; it ends when it crashes. */
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
    const layer = Layer.fresh(ServerSessions.layer(options).pipe(Layer.provide([project, mine])))
    const sessions = Context.get(yield* Layer.buildWithScope(layer, scope), ServerSessions)

    /** The session of one request with this cookie. */
    const request = (cookie: string | undefined) =>
      Effect.gen(function*() {
        const opened = yield* sessions.open({ headers: cookie === undefined ? {} : { cookie: `a=b; ${cookie}` } })
        const session = Context.get(
          yield* Layer.buildWithScope(
            Layer.fresh(Session.layer().pipe(Layer.provide([platform.layer, project, opened.layer]))),
            scope
          ),
          Session
        )
        return { opened, session }
      })

    /** The store as one request has it, without a session over it. */
    const storeOf = (opened: OpenedSession) =>
      Effect.map(Layer.buildWithScope(Layer.fresh(opened.layer), scope), Context.get(TokenStore))

    return {
      sessions,
      request,
      storeOf,
      /** Tokens that a request with this cookie is given. */
      tokens: (cookie: string) => Effect.flatMap(request(cookie), ({ session }) => session.tokens()),
      setAway: (is: boolean) => {
        away = is
      },
      /** The process ends in peace. */
      stop: Scope.close(scope, Exit.void),
      /** The process is gone: nothing of it runs on, and nothing more of it is written. */
      crash: Effect.suspend(() => {
        away = true
        return Scope.close(scope, Exit.void)
      })
    }
  })

/** What a browser sends back of `Set-Cookie`; `undefined` when it deletes the cookie. */
export const cookieOf = (setCookie: string | undefined): string | undefined => {
  const pair = setCookie?.split("; ")[0]
  return pair === undefined || pair.endsWith("=") ? undefined : pair
}
