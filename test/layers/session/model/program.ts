/** A program in a realm. It has a session, which is stored in the realm's store. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Scope from "effect/Scope"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import type { Project } from "../../../../layers/call/Project.ts"
import { make, RetryPolicy } from "../../../../layers/call/RetryPolicy.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { watched } from "../../../../layers/observe/watch.ts"
import type { CurrentSession } from "../../../../layers/session/currentSession.ts"
import { layer as layerSession, ObserveSession, Session } from "../../../../layers/session/Session.ts"
import type { TokenStore } from "../../../../layers/session/TokenStore.ts"
import type { Realm } from "../../../../src/testing/simulate/realm.ts"
import { project } from "../../../support/contract/project.ts"
import type { Network } from "./network.ts"

/** Attempts per refresh. */
export const attempts = 2

export interface Program {
  readonly realm: Realm
  readonly session: Session["Service"]
  /** The session in memory. */
  readonly current: () => CurrentSession | null
  /** Refresh token of the session in memory; `undefined` if signed out. */
  readonly holds: () => string | undefined
  /** Runs an effect in the program, with the program's clock, until the effect or the program ends. */
  readonly run: <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<Fiber.Fiber<A, E>>
  /** Closes the program's layers. */
  readonly close: Effect.Effect<void>
}

/** Counts the fibers that run in programs. */
export const countedFibers = () => {
  let now = 0
  return {
    now: () => now,
    counting: {
      recordFiberStart: () => void now++,
      recordFiberEnd: () => void now--
    }
  }
}

export const startProgram = <E>(
  realm: Realm,
  store: Layer.Layer<TokenStore, E, Project>,
  network: Network,
  { counting }: Pick<ReturnType<typeof countedFibers>, "counting">
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope)
    let current: (() => CurrentSession | null) | undefined
    const settings = Context.make(Clock.Clock, realm.clock).pipe(
      Context.add(Metric.FiberRuntimeMetrics, counting),
      Context.add(Diagnostics, []),
      Context.add(RetryPolicy, make({ attempts })),
      Context.merge(
        yield* watched(ObserveSession, (facts) => {
          current = facts.session
          return {}
        })
      )
    )
    const layer = layerSession().pipe(
      Layer.provide([project, Layer.succeed(Transport, network.transportOf(realm)), store]),
      Layer.provide(project),
      Layer.orDie
    )
    const context = yield* Effect.provideContext(Layer.buildWithScope(Layer.fresh(layer), scope), settings)
    return {
      realm,
      session: Context.get(context, Session),
      current: current!,
      holds: () => current!()?.key.slice("refresh-".length),
      run: (self) => Effect.provideContext(Effect.forkIn(self, scope, { startImmediately: true }), settings),
      close: Scope.close(scope, Exit.void)
    }
  })
