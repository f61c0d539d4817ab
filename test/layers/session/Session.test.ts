import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { layer as layerSession, type NewTokens, Session, type UsableTokens } from "../../../layers/session/Session.ts"
import { layerNone } from "../../../layers/session/TokenStore.ts"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { project } from "../../support/contract/project.ts"
import { lost, silence } from "../../support/platform/scriptedTransport.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import { clockLike } from "./clockLike.ts"
import * as sessions from "./sessions.ts"

describe("a program without a token store", () => {
  it.effect("without a token store, storing a session fails with a typed error, since every user of a server would share it", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const session = yield* Layer.build(Layer.fresh(
        layerSession().pipe(Layer.provide([platform.layer, project, layerNone()]))
      )).pipe(Effect.map(Context.get(Session)), Effect.orDie)

      const { reason } = yield* Effect.flip(session.keep(platform.signIn()))

      assert.strictEqual(reason._tag, "InvalidConfiguration")
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.isTrue(Option.isNone(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 0)
    }))
})

describe("storing a session", () => {
  const odd = {
    "text \"undefined\"": Redacted.make("undefined"),
    "text \"null\"": Redacted.make("null"),
    "empty text": Redacted.make(""),
    "nothing": undefined
  }
  for (const [what, token] of Object.entries(odd)) {
    for (const name of ["accessToken", "refreshToken"] as const) {
      it.effect(`storing ${what} as ${name} fails and keeps the current session`, () =>
        Effect.gen(function*() {
          const { session, tokens } = yield* sessions.signedIn(sessions.tenMinutes)

          const reason = yield* sessions.reasonOf(session.keep({ ...tokens, [name]: token } as NewTokens))

          assert.strictEqual(reason, "InvalidInput")
          assert.strictEqual(sessions.textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
        }))
    }
  }

  it.effect("D17: an anonymous user who signs up keeps one session, without a sign-out in between", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* sessions.signedIn(0, { sub: "u", role: "anon" })
      platform.takes(1000)
      const states = sessions.statesOf(session)
      const caller = yield* start(session.tokens())
      platform.upgrade(tokens)
      const upgraded = platform.refresh(tokens)

      yield* session.keep(upgraded)
      yield* TestClock.adjust("1 second")

      assert.isTrue(Option.isSome(yield* ended(caller)))
      assert.isFalse(sessions.claimsIn(session)!.isAnonymous)
      assert.strictEqual(sessions.claimsIn(session)!.sub, "u")
      assert.notInclude(states, "SignedOut")
      assert.strictEqual(Redacted.value((yield* store.get)!.refreshToken!), Redacted.value(tokens.refreshToken))
    }))

  it.effect("D17: a session emits no sign-out when the platform opens a new session for the upgraded user", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* sessions.signedIn(sessions.tenMinutes, {
        sub: "u",
        role: "anon"
      })
      const states = sessions.statesOf(session)
      const upgraded = platform.signIn({ sub: "u" })

      yield* session.keep(upgraded)
      yield* session.rejected(tokens.accessToken)
      yield* turns

      assert.deepStrictEqual(states, ["SignedIn"])
      assert.strictEqual(sessions.accessOf(yield* store.get), Redacted.value(upgraded.accessToken))
    }))
})

describe("session subscribers", () => {
  it.effect("D13: a subscriber can read tokens while the session is stored, refreshed or ended, without a deadlock", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      const found: Array<Exit.Exit<Option.Option<UsableTokens>, CallError>> = []
      const run = Effect.runForkWith(yield* Effect.context<never>())
      session.subscribe(() => void run(session.tokens()).addObserver((exit) => found.push(exit)))
      const next = platform.signIn()

      yield* session.tokens()
      yield* session.keep(next)
      yield* session.end
      yield* turns

      assert.deepStrictEqual(found.map((exit) => Exit.isSuccess(exit) && Option.isSome(exit.value)), [
        true,
        true,
        false
      ])
    }))

  it.effect("D13: a consumer of the change stream can read tokens and store or end the session, without a deadlock", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      const seen: Array<string> = []
      const consumer = yield* start(
        Stream.runForEach(Stream.take(session.changes, 5), (state) => {
          seen.push(state._tag)
          return state._tag === "SignedIn"
            ? Effect.andThen(session.tokens(), session.end)
            : session.keep(platform.signIn())
        })
      )

      yield* TestClock.adjust(0)

      yield* ended(consumer)
      assert.deepStrictEqual(seen, ["SignedIn", "SignedIn", "SignedOut", "SignedIn", "SignedOut"])
    }))
})

describe("closing the session layer", () => {
  it.effect("D15: closing the session layer aborts a refresh in flight and leaves no fiber or timer behind", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const store = yield* sessions.storeOf(platform.signIn())
      yield* TestClock.adjust(sessions.tenMinutes)
      const fibers = { now: 0 }
      const timers = { now: 0 }
      const clock = yield* Clock.Clock
      const counting = <A, E, R>(self: Effect.Effect<A, E, R>) =>
        self.pipe(
          Effect.provideService(Metric.FiberRuntimeMetrics, {
            recordFiberStart: () => void fibers.now++,
            recordFiberEnd: () => void fibers.now--
          }),
          Effect.provideService(
            Clock.Clock,
            clockLike(clock, () => 0, (sleep) => {
              timers.now++
              return Effect.ensuring(sleep, Effect.sync(() => timers.now--))
            })
          )
        )
      for (const phase of ["the request", "the wait for another attempt", "the write"] as const) {
        platform.meet(phase === "the request" ? silence : phase === "the write" ? undefined : lost)
        const hangs: sessions.Store = phase === "the write" ? { ...store, compareAndSet: () => Effect.never } : store
        const scope = yield* Scope.make()
        const session = yield* counting(Effect.provideService(sessions.open(platform, hangs), Scope.Scope, scope))
        const caller = yield* start(counting(session.tokens()))
        assert.isAbove(fibers.now, 0, phase)
        assert.isAbove(timers.now, 0, phase)

        const closing = yield* start(Scope.close(scope, Exit.void))
        if (phase === "the write") yield* TestClock.adjust("2 seconds")
        yield* ended(closing)
        yield* turns

        assert.isTrue(Cause.hasInterruptsOnly(Exit.getCause(caller.pollUnsafe()!).pipe(Option.getOrThrow)), phase)
        assert.deepStrictEqual({ fibers: fibers.now, timers: timers.now }, { fibers: 0, timers: 0 }, phase)
      }
      assert.strictEqual(platform.aborted(), 1)
    }))

  it.effect("D15: a call that starts after the session layer has closed is interrupted", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const store = yield* sessions.storeOf(platform.signIn())
      const scope = yield* Scope.make()
      const session = yield* Effect.provideService(sessions.open(platform, store), Scope.Scope, scope)
      yield* TestClock.adjust(sessions.tenMinutes)

      yield* Scope.close(scope, Exit.void)
      const late = yield* start(session.tokens())

      assert.isTrue(Exit.isFailure(late.pollUnsafe()!))
      assert.strictEqual(platform.refreshes(), 0)
    }))
})
