import { assert, describe, it } from "@effect/vitest"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { type LeasedSession, leasePolicy, withFleetLease } from "../../../layers/fleet/refreshLease.ts"
import type { SharedSession } from "../../../layers/fleet/sealedSession.ts"
import { makeCoolDown } from "../../../layers/session/coolDown.ts"

/** A session in a shared store, and the number of times that this server wrote the lease. */
const shared = () => {
  let written = 0
  let version = 1
  let issuedAt = 0
  let due = false
  let session: SharedSession = {
    tokens: { accessToken: Redacted.make("a"), refreshToken: Redacted.make("r") },
    createdAt: 0,
    fence: 0,
    heartbeat: undefined
  }
  const write = (lease: Pick<SharedSession, "fence" | "heartbeat">) => {
    session = { ...session, ...lease }
  }
  const subject: LeasedSession = {
    current: () => session,
    version: () => version,
    issuedAt: () => issuedAt,
    isFresh: (laterThan) => issuedAt > laterThan && !due,
    look: Effect.void,
    put: (lease) =>
      Effect.sync(() => {
        written++
        write(lease)
        return true
      }),
    isAlive: () => false
  }
  return {
    subject,
    written: () => written,
    session: () => session,
    write,
    tokensOf: (token: { readonly issuedAt: number; readonly due?: boolean }) => {
      version++
      issuedAt = token.issuedAt
      due = token.due === true
    }
  }
}

const work = "10 seconds"

const turnOf = (subject: LeasedSession) =>
  Effect.scope.pipe(
    Effect.flatMap((scope) =>
      withFleetLease(
        subject,
        { observed: undefined, held: undefined, coolDown: makeCoolDown() },
        scope,
        Effect.sleep(work)
      )
    ),
    Effect.forkChild({ startImmediately: true })
  )

describe("inFleetTurn", () => {
  it.effect("a server takes over a refresh lease without a heartbeat for 3 s", () =>
    Effect.gen(function*() {
      const { session, subject, write } = shared()
      write({ fence: 1, heartbeat: 0 })
      yield* turnOf(subject)

      yield* TestClock.adjust(leasePolicy.expiry - 1)
      assert.strictEqual(session().fence, 1)

      yield* TestClock.adjust(leasePolicy.longestPause)
      assert.strictEqual(session().fence, 2)
    }))

  it.effect("a server takes over a refresh lease after 30 s, despite heartbeats", () =>
    Effect.gen(function*() {
      const { session, subject, write } = shared()
      write({ fence: 1, heartbeat: 0 })
      yield* turnOf(subject)

      for (let heartbeat = 1; heartbeat < leasePolicy.longest / leasePolicy.heartbeat; heartbeat++) {
        yield* TestClock.adjust(leasePolicy.heartbeat)
        write({ fence: 1, heartbeat })
      }
      yield* TestClock.adjust(leasePolicy.heartbeat - 1)
      assert.strictEqual(session().fence, 1)

      yield* TestClock.adjust(leasePolicy.longestPause)
      assert.strictEqual(session().fence, 2)
    }))

  it.effect("a server takes no refresh lease if another server has stored new tokens", () =>
    Effect.gen(function*() {
      const { subject, tokensOf, write, written } = shared()
      write({ fence: 1, heartbeat: 0 })
      const waiting = yield* turnOf(subject)

      tokensOf({ issuedAt: 1000 })
      yield* TestClock.adjust(leasePolicy.longestPause)
      yield* TestClock.adjust(work)

      yield* Fiber.join(waiting)
      assert.strictEqual(written(), 0)
    }))

  it.effect("a server takes the refresh lease if the new tokens are also about to expire", () =>
    Effect.gen(function*() {
      const { subject, tokensOf, write, written } = shared()
      write({ fence: 1, heartbeat: 0 })
      yield* turnOf(subject)

      tokensOf({ issuedAt: 1000, due: true })
      yield* TestClock.adjust(leasePolicy.expiry - 1)
      assert.strictEqual(written(), 0)

      yield* TestClock.adjust(leasePolicy.longestPause)
      assert.strictEqual(written(), 1)
    }))

  it.effect("a refresh lease sends a heartbeat every second and is released after the refresh", () =>
    Effect.gen(function*() {
      const { session, subject } = shared()
      const holder = yield* turnOf(subject)

      yield* TestClock.adjust(leasePolicy.heartbeat * 3)
      assert.deepInclude(session(), { fence: 1, heartbeat: 3 })

      yield* TestClock.adjust(work)
      yield* Fiber.join(holder)
      assert.deepInclude(session(), { fence: 1, heartbeat: undefined })
    }))

  it.effect("a server writes nothing once another server has taken over its refresh lease", () =>
    Effect.gen(function*() {
      const { session, subject, write, written } = shared()
      const holder = yield* turnOf(subject)
      yield* TestClock.adjust(leasePolicy.heartbeat)
      const before = written()

      write({ fence: 2, heartbeat: 0 })
      yield* TestClock.adjust(work)
      yield* Fiber.join(holder)

      assert.strictEqual(written(), before)
      assert.deepInclude(session(), { fence: 2, heartbeat: 0 })
    }))

  it.effect("a server stops its heartbeats when storing the new tokens has ended the lease", () =>
    Effect.gen(function*() {
      const { session, subject, write } = shared()
      yield* turnOf(subject)

      write({ fence: 1, heartbeat: undefined })
      yield* TestClock.adjust(leasePolicy.heartbeat * 2)

      assert.strictEqual(session().heartbeat, undefined)
    }))

  it.effect("interrupting a refresh doesn't make the next caller fail", () =>
    Effect.gen(function*() {
      const { subject } = shared()
      const scope = yield* Effect.scope
      const state = { observed: undefined, held: undefined, coolDown: makeCoolDown<number, Cause.Cause<unknown>>() }
      const first = yield* Effect.forkChild(withFleetLease(subject, state, scope, Effect.never), {
        startImmediately: true
      })
      yield* TestClock.adjust(leasePolicy.heartbeat)

      yield* Fiber.interrupt(first)

      assert.strictEqual(yield* withFleetLease(subject, state, scope, Effect.succeed("new")), "new")
    }))
})
