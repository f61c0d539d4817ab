import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import type { ClockSkew } from "../../../layers/session/clockSkew.ts"
import {
  type CurrentSession,
  followStore,
  keyOf,
  type SessionState,
  stateOfToken
} from "../../../layers/session/currentSession.ts"
import {
  layerExplicit,
  layerMemory,
  sameTokens,
  type StoredTokens,
  TokenStore,
  TokenStoreFailed
} from "../../../layers/session/TokenStore.ts"
import { accessToken } from "../../support/contract/project.ts"
import { turns } from "../../support/suite/fibers.ts"
import { everyOrder } from "./anyOrder/interleave.ts"

type Tab = Effect.Success<ReturnType<typeof followStore>>
type Store = TokenStore["Service"]

const tokens = (session: string, access: string): StoredTokens => ({
  accessToken: Redacted.make(access),
  refreshToken: Redacted.make(session)
})

const storeOf = (initial: StoredTokens | null) =>
  Effect.map(
    Layer.build(initial === null ? Layer.fresh(layerMemory()) : layerExplicit(initial)),
    Context.get(TokenStore)
  )

const refreshWith = (session: string, access: string) => (tab: Tab) =>
  tab.update((held) => held?.key === `refresh-${session}` ? tab.received(tokens(session, access), 0, 0) : held)
const signIn = (session: string) => (tab: Tab) => tab.update(() => tab.received(tokens(session, session), 0, 0))
const signOut = (tab: Tab) => tab.update(() => null)
const rejectToken = (tab: Tab) =>
  tab.update((held) =>
    held === null
      ? null
      : { ...held, tokens: { refreshToken: held.tokens.refreshToken, accessToken: undefined } } satisfies CurrentSession
  )

const accessTextOf = (held: StoredTokens | null): string =>
  held === null ? "signed out" : held.accessToken === undefined ? "no token" : Redacted.value(held.accessToken)

/**
 * Runs tabs with one store. Each tab performs one action. Tries every order of the store's operations, and counts the
 * final states.
 */
const outcomes = (...actions: ReadonlyArray<(tab: Tab) => Effect.Effect<void>>): Record<string, number> => {
  const found: Record<string, number> = {}
  everyOrder((step) =>
    Effect.orDie(Effect.scoped(Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const watchers: Array<() => void> = []
      let turnByTurn = false
      const inTurn = <A>(self: Effect.Effect<A, TokenStoreFailed>) =>
        Effect.suspend(() => turnByTurn ? step(self) : self)
      const shared: Store = {
        get: inTurn(store.get),
        compareAndSet: (expected, next) => inTurn(store.compareAndSet(expected, next)),
        changes: Stream.callback((queue) => Effect.sync(() => watchers.push(() => Queue.offerUnsafe(queue, null))))
      }
      const tabs = yield* Effect.forEach(actions, () => followStore(shared, { millis: undefined }))
      yield* turns

      turnByTurn = true
      yield* Effect.forEach(actions, (action, tab) => action(tabs[tab]!), { concurrency: "unbounded" })
      turnByTurn = false
      // notifications arrive late, when their content is outdated
      for (const notify of watchers) notify()
      yield* turns

      const end = yield* store.get
      for (const tab of tabs) assert.isTrue(sameTokens(tab.current()?.tokens ?? null, end))
      found[accessTextOf(end)] = (found[accessTextOf(end)] ?? 0) + 1
    })))
  )
  return found
}

describe("two or three tabs over one store, in every order of store operations", () => {
  it("D12: concurrent refreshes leave all tabs with one of the new tokens", () => {
    const found = outcomes(refreshWith("A", "A1"), refreshWith("A", "A2"), refreshWith("A", "A3"))

    assert.sameMembers(Object.keys(found), ["A1", "A2", "A3"])
  })

  it("D6 D12: a refresh in another tab never undoes a sign-out", () => {
    assert.sameMembers(Object.keys(outcomes(signOut, refreshWith("A", "A1"), refreshWith("A", "A2"))), ["signed out"])
  })

  it("D7 D12: neither a late refresh nor a sign-out of the previous session undoes a sign-in", () => {
    assert.sameMembers(Object.keys(outcomes(signIn("B"), refreshWith("A", "A1"), signOut)), ["B"])
  })

  it("D12: all tabs agree on one of two concurrent sign-ins", () => {
    assert.sameMembers(Object.keys(outcomes(signIn("B"), signIn("C"), refreshWith("A", "A1"))), ["B", "C"])
  })

  it("D12: a rejected token doesn't displace the new token of another tab", () => {
    assert.sameMembers(Object.keys(outcomes(rejectToken, refreshWith("A", "A1"))), ["A1"])
  })
})

const followed = (store: Store) => Effect.tap(followStore(store, { millis: undefined }), turns)

/** Returns everything that the effect logs. */
const logOf = <E, R>(self: Effect.Effect<void, E, R>) =>
  Effect.suspend(() => {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    return Effect.map(Effect.provide(self, Logger.layer([logger])), () => logged.join("\n"))
  })

describe("the session in memory and its store", () => {
  it.effect("the session in memory adopts a sign-in, a refresh and a sign-out of other programs", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(null)
      const tab = yield* followed(store)
      const seen: Array<string> = []
      const steps: ReadonlyArray<StoredTokens | null> = [null, tokens("A", "A0"), tokens("A", "A1"), null]

      for (let at = 1; at < steps.length; at++) {
        yield* store.compareAndSet(steps[at - 1]!, steps[at]!)
        yield* turns
        seen.push(accessTextOf(tab.current()?.tokens ?? null))
      }

      assert.deepStrictEqual(seen, ["A0", "A1", "signed out"])
    }))

  it.effect("D6: a session that ended in a tab doesn't continue when another program writes it again", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* followed(store)
      yield* tab.update(() => null)

      yield* store.compareAndSet(null, tokens("A", "A1"))
      yield* turns

      assert.isNull(tab.current())
      assert.isNull(yield* store.get)
    }))

  it.effect("a tab accepts a new sign-in with a session that ended in that tab", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* followed(store)
      yield* tab.update(() => null)

      yield* refreshWith("A", "A1")(tab)
      yield* signIn("A")(tab)

      assert.strictEqual(accessTextOf(yield* store.get), "A")
    }))

  it.effect("after a tab has ended a session and signed in with the same session again, the tab adopts another program's refresh of that session", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* followed(store)
      yield* tab.update(() => null)
      yield* signIn("A")(tab)

      yield* store.compareAndSet(yield* store.get, tokens("A", "A1"))
      yield* turns

      assert.strictEqual(accessTextOf(tab.current()?.tokens ?? null), "A1")
    }))

  it.effect("a sign-out is completed in the store even if its caller is interrupted", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(tokens("A", "A0"))
      const tab = yield* followed({
        ...inner,
        compareAndSet: (...args) => Effect.delay(inner.compareAndSet(...args), "1 second")
      })
      const leaving = yield* Effect.forkChild(tab.update(() => null), { startImmediately: true })

      const left = yield* Effect.forkChild(Fiber.interrupt(leaving), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(left)

      assert.isNull(yield* inner.get)
    }))
})

describe("keyOf", () => {
  it("a session is identified by its refresh token, or by its access token if it has no refresh token", () => {
    const access = (text: string): StoredTokens => ({ accessToken: Redacted.make(text), refreshToken: undefined })

    assert.strictEqual(keyOf(tokens("A", "A0")), keyOf({ ...tokens("A", ""), accessToken: undefined }))
    assert.strictEqual(keyOf(access("A")), keyOf(access("A")))
    assert.lengthOf(new Set([tokens("A", "A"), tokens("B", "A"), access("A"), access("B")].map(keyOf)), 4)
  })
})

describe("the clock skew of a session", () => {
  const issued = 1_750_000_000_000
  const hour = 3_600_000
  const issuedThen = (refreshToken: string, claims: object = {}) =>
    tokens(refreshToken, accessToken({ iat: issued / 1000, exp: issued / 1000 + 600, ...claims }))
  const clock = ({ clockSkewMeasured, clockSkewMillis, tokens }: CurrentSession, skew: ClockSkew) => ({
    ahead: clockSkewMillis,
    measured: clockSkewMeasured,
    kept: tokens.clockSkewMillis,
    ofProcess: skew.millis
  })
  const received = (
    known: number | undefined,
    given: StoredTokens,
    sentAt: number | undefined,
    receivedAt: number
  ) =>
    Effect.gen(function*() {
      const skew: ClockSkew = { millis: known }
      const tab = yield* followStore(yield* storeOf(null), skew)
      return clock(tab.received(given, sentAt, receivedAt), skew)
    })

  it.effect("F1: the clock skew is measured whenever tokens are requested, stored with the tokens, and remembered by the process", () =>
    Effect.gen(function*() {
      const ahead = yield* received(undefined, issuedThen("A"), issued + hour, issued + hour + 500)
      const corrected = yield* received(hour, issuedThen("A"), issued, issued + 200)

      assert.deepStrictEqual(ahead, { ahead: hour - 1000, measured: true, kept: hour - 1000, ofProcess: hour - 1000 })
      assert.deepStrictEqual(corrected, { ahead: 0, measured: true, kept: undefined, ofProcess: 0 })
    }))

  it.effect("F1: the clock skew comes from the stored tokens, or else from the process, or else is unknown", () =>
    Effect.gen(function*() {
      const given = { ...issuedThen("A"), clockSkewMillis: 7000 }

      const kept = yield* received(hour, given, undefined, issued + hour)
      const known = yield* received(hour, issuedThen("A"), undefined, issued + hour)
      const unknown = yield* received(undefined, issuedThen("A"), undefined, issued + hour)

      assert.deepStrictEqual(kept, { ahead: 7000, measured: true, kept: 7000, ofProcess: hour })
      assert.deepStrictEqual(known, { ahead: hour, measured: true, kept: undefined, ofProcess: hour })
      assert.deepStrictEqual(unknown, { ahead: 0, measured: false, kept: undefined, ofProcess: undefined })
    }))

  it.effect("F1: a token without an issue time is not used to measure the clock skew", () =>
    Effect.gen(function*() {
      const silent = issuedThen("A", { iat: undefined })

      const unknown = yield* received(undefined, silent, issued + hour, issued + hour)
      const known = yield* received(7000, silent, undefined, issued + hour)
      const asked = yield* received(7000, silent, issued + hour, issued + hour)

      assert.deepStrictEqual(unknown, { ahead: 0, measured: false, kept: undefined, ofProcess: undefined })
      assert.deepStrictEqual(known, { ahead: 7000, measured: true, kept: undefined, ofProcess: 7000 })
      assert.deepStrictEqual(asked, { ahead: 0, measured: true, kept: undefined, ofProcess: 7000 })
    }))
})

describe("the state of a session", () => {
  const restricted = { is_restricted: true, restricted_reason: { type: "email_not_verified" } }
  const states = {
    "a user": [{}, "SignedIn"],
    "an anonymous user": [{ is_anonymous: true }, "SignedIn"],
    "a restricted user": [restricted, "Restricted email_not_verified"],
    "a user with unreadable claims": [{ sub: undefined, ...restricted }, "SignedIn without claims"]
  } as const
  const stateText = (state: SessionState): string =>
    state._tag === "SignedOut"
      ? state._tag
      : [
        state._tag,
        ...state._tag === "Restricted" ? [state.restrictedReason] : [],
        ...Option.isNone(state.claims) ? ["without claims"] : []
      ].join(" ")
  for (const [who, [claims, expected]] of Object.entries(states)) {
    it.effect(`the session's state is ${expected} for ${who}, as the same object each time, and can be derived from the access token alone`, () =>
      Effect.gen(function*() {
        const access = accessToken(claims)
        const tab = yield* followed(yield* storeOf(tokens("A", access)))

        assert.strictEqual(stateText(tab.state()), expected)
        assert.strictEqual(tab.state(), tab.state())
        assert.deepStrictEqual(stateOfToken(Redacted.make(access)), tab.state())
      }))
  }

  it.effect("the session's state is SignedIn without claims if there is no access token, and SignedOut without a session", () =>
    Effect.gen(function*() {
      const tab = yield* followed(yield* storeOf({ ...tokens("A", ""), accessToken: undefined }))

      assert.strictEqual(stateText(tab.state()), "SignedIn without claims")
      assert.deepStrictEqual(stateOfToken(null), { _tag: "SignedOut" })
    }))
})

describe("writing to a store", () => {
  it.effect("a session write gives up after five attempts if other programs always write first", () =>
    Effect.gen(function*() {
      let writes = 0
      const inner = yield* storeOf(null)
      const tab = yield* followed({
        ...inner,
        compareAndSet: () => Effect.sync(() => (writes++, false))
      })

      yield* signIn("A")(tab)

      assert.strictEqual(writes, 5)
      assert.strictEqual(accessTextOf(tab.current()!.tokens), "A")
    }))

  for (const endsByItself of [true, false]) {
    const what = endsByItself ? "is awaited if the store promises to respond" : "is abandoned after 2 s"
    it.effect(`a session write that takes 3 s ${what}`, () =>
      Effect.gen(function*() {
        const inner = yield* storeOf(null)
        const tab = yield* followed({
          ...inner,
          endsByItself,
          compareAndSet: (...args) => Effect.delay(inner.compareAndSet(...args), "3 seconds")
        })
        const writing = yield* Effect.forkChild(signIn("A")(tab), { startImmediately: true })

        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(writing.pollUnsafe() === undefined, endsByItself)

        yield* TestClock.adjust("1 second")
        assert.isDefined(writing.pollUnsafe())
        assert.strictEqual(accessTextOf(yield* inner.get), endsByItself ? "A" : "signed out")
      }))
  }

  it.effect("a session write that changes nothing is skipped, even if an earlier write failed", () =>
    Effect.gen(function*() {
      let writes = 0
      const inner = yield* storeOf(null)
      const fault = Effect.suspend(() => {
        writes++
        return Effect.fail(new TokenStoreFailed({ operation: "write", problem: "full" }))
      })
      const tab = yield* followed({ ...inner, compareAndSet: () => fault })
      yield* signIn("A")(tab)
      assert.strictEqual(writes, 1)

      yield* tab.update((held) => held)

      assert.strictEqual(writes, 1)
    }))

  it.effect("D12: the later of two sign-ins wins, even if its tab wasn't notified of the earlier one", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      const tab = yield* followed({ ...inner, changes: Stream.never })
      yield* inner.compareAndSet(null, tokens("B", "B"))

      yield* signIn("C")(tab)

      assert.strictEqual(accessTextOf(tab.current()!.tokens), "C")
      assert.strictEqual(accessTextOf(yield* inner.get), "C")
    }))

  it.effect("failed reads and failed writes of a token store are logged separately, each with a link to its page", () =>
    Effect.gen(function*() {
      const fault = Effect.fail("full" as never)

      const logged = yield* logOf(Effect.flatMap(
        followed({ get: fault, compareAndSet: () => Effect.never, changes: Stream.never }),
        (tab) =>
          Effect.gen(function*() {
            const writing = yield* Effect.forkChild(signIn("A")(tab), { startImmediately: true })
            yield* TestClock.adjust("2 seconds")
            yield* Fiber.join(writing)
          })
      ))

      assert.match(logged, /^The token store could not be read: string\. .* See https:.+\n/)
      assert.match(logged, /\nThe token store could not be written: no response within 2 s\. .* See https:.+$/)
    }))
})

describe("following a store", () => {
  it.effect("D12: two followers of one store see each other's changes without a timer, since a hidden tab's timers may be throttled", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const [one, another] = yield* Effect.all([
        followStore(store, { millis: undefined }),
        followStore(store, { millis: undefined })
      ])

      const known = yield* Effect.sync(() => {
        Effect.runSync(signOut(one))
        return another.current()
      })

      assert.isNull(known)
    }))

  it("a session that follows a store doesn't wait if the store responds synchronously", () => {
    const end = Effect.runSync(Effect.scoped(Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* followStore(store, { millis: undefined })
      yield* refreshWith("A", "A1")(tab)
      return [accessTextOf(tab.current()?.tokens ?? null), accessTextOf(yield* store.get)]
    })))

    assert.deepStrictEqual(end, ["A1", "A1"])
  })

  it.effect("a session that follows a store subscribes to the store's changes immediately, whatever the kind of stream", () =>
    Effect.gen(function*() {
      let isWatched = false
      const changes = Stream.callback<null>(() => Effect.sync(() => void (isWatched = true)))

      yield* followStore({ ...(yield* storeOf(null)), changes }, { millis: undefined })

      assert.isTrue(isWatched)
    }))

  it.effect("a followed store is read once per change, and closing the scope interrupts a pending read", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      const scope = yield* Scope.make()
      let reads = 0
      let isInterrupted = false
      let answer: typeof inner.get = inner.get
      const get = Effect.suspend(() => {
        reads++
        return Effect.onInterrupt(answer, () => Effect.sync(() => void (isInterrupted = true)))
      })
      yield* Effect.provideService(followed({ ...inner, get }), Scope.Scope, scope)
      const before = reads

      yield* inner.compareAndSet(null, tokens("A", "A0"))
      yield* turns
      assert.strictEqual(reads, before + 1)

      answer = Effect.never
      yield* inner.compareAndSet(tokens("A", "A0"), tokens("A", "A1"))
      yield* turns
      yield* Scope.close(scope, Exit.void)
      yield* turns
      assert.isTrue(isInterrupted)

      yield* inner.compareAndSet(tokens("A", "A1"), null)
      yield* turns
      assert.strictEqual(reads, before + 2)
    }))

  const broken = Effect.die(new TypeError("broken"))
  const reads = {
    "follows a change and throws": [broken, "TypeError"],
    "is requested and throws": [broken, "TypeError"],
    "is requested and returns no session": [Effect.succeed(7 as never), "its contents are not a session"]
  } as const
  for (const [what, [fault, problem]] of Object.entries(reads)) {
    it.effect(`a warning that the token store can't be read is logged when a read ${what}`, () =>
      Effect.gen(function*() {
        const logged = yield* logOf(Effect.gen(function*() {
          const inner = yield* storeOf(null)
          let answer: typeof inner.get = inner.get
          const tab = yield* followed({ ...inner, get: Effect.suspend(() => answer) })
          answer = fault
          yield* what === "follows a change and throws" ? inner.compareAndSet(null, tokens("A", "A0")) : tab.look
          yield* turns
        }))

        assert.include(logged, `could not be read: ${problem}.`)
      }))
  }
})

describe("D14 a store that misbehaves", () => {
  const odd = (answer: unknown) => Effect.succeed(answer as never)
  const faults: { readonly [what: string]: Effect.Effect<never, TokenStoreFailed> } = {
    "fails": Effect.fail(new TokenStoreFailed({ operation: "write", problem: "full" })),
    "fails with an unexpected error": Effect.fail("full" as never),
    "throws": Effect.suspend(() => {
      throw new TypeError("no store")
    }),
    "dies": Effect.die("no store"),
    "interrupts itself": Effect.interrupt,
    "hangs": Effect.never,
    "hangs and refuses interruption": Effect.uninterruptible(Effect.never),
    "returns a number": odd(7),
    "returns unwrapped strings": odd({ accessToken: "bare", refreshToken: "bare" }),
    "returns undefined": odd(undefined)
  }
  for (const [what, fault] of Object.entries(faults)) {
    it.effect(`the session continues in memory, within 2 s per operation, when the store ${what}`, () =>
      Effect.gen(function*() {
        const start = yield* Effect.forkChild(
          followed({ get: fault, compareAndSet: () => fault, changes: Stream.never })
        )
        yield* TestClock.adjust("2 seconds")
        const tab = yield* Fiber.join(start)
        const seen: Array<string> = []

        for (const action of [signIn("A"), refreshWith("A", "A1"), signOut]) {
          const writing = yield* Effect.forkChild(action(tab), { startImmediately: true })
          seen.push(accessTextOf(tab.current()?.tokens ?? null))
          yield* TestClock.adjust("2 seconds")
          assert.isTrue(Exit.isSuccess(writing.pollUnsafe()!))
          seen.push(accessTextOf(tab.current()?.tokens ?? null))
        }

        assert.deepStrictEqual(seen, ["A", "A", "A1", "A1", "signed out", "signed out"])
      }).pipe(Effect.scoped))
  }

  it.effect("D12: a slow response to an older write doesn't bring back a token that has since been rejected", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(tokens("A", "A0"))
      const delays = [1, 0, 0, 1]
      const tab = yield* followed({
        get: inner.get,
        compareAndSet: (expected, next) =>
          Effect.tap(inner.compareAndSet(expected, next), () => Effect.sleep(1000 * (delays.shift() ?? 0))),
        changes: Stream.never
      })

      const older = yield* Effect.forkChild(refreshWith("A", "A1")(tab), { startImmediately: true })
      const newer = yield* Effect.forkChild(refreshWith("A", "A2")(tab), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      const rejection = yield* Effect.forkChild(rejectToken(tab), { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      for (const fiber of [older, newer, rejection]) yield* Fiber.join(fiber)

      assert.strictEqual(accessTextOf(tab.current()!.tokens), "no token")
      assert.strictEqual(accessTextOf(yield* inner.get), "no token")
    }))

  it.effect("D12: a late notification of the session's own write doesn't bring back a token that has since been rejected", () =>
    Effect.gen(function*() {
      const memory = yield* storeOf(null)
      const asked = Deferred.makeUnsafe<void>()
      const answer = Deferred.makeUnsafe<void>()
      let isLate = false
      const get = Effect.suspend(() => {
        if (!isLate) return memory.get
        Deferred.doneUnsafe(asked, Effect.void)
        return Effect.andThen(Deferred.await(answer), memory.get)
      })
      const session = yield* followStore({ ...memory, get }, { millis: undefined })
      yield* turns
      yield* signIn("A")(session)
      isLate = true
      yield* memory.compareAndSet(yield* memory.get, yield* memory.get)
      yield* Deferred.await(asked)

      const rejecting = yield* Effect.forkChild(rejectToken(session), { startImmediately: true })
      Deferred.doneUnsafe(answer, Effect.void)
      yield* Fiber.join(rejecting)

      assert.strictEqual(accessTextOf(session.current()?.tokens ?? null), "no token")
      assert.strictEqual(accessTextOf(yield* memory.get), "no token")
    }))

  it.effect("a session can close even if its store can't be interrupted", () =>
    Effect.gen(function*() {
      const hung = Effect.uninterruptible(Effect.never)
      const scope = yield* Scope.make()
      const start = yield* Effect.forkChild(
        Scope.provide(scope)(
          followStore({ get: hung, compareAndSet: () => hung, changes: Stream.make(null) }, { millis: undefined })
        )
      )
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(start)

      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* turns

      assert.isDefined(closing.pollUnsafe())
    }))

  it.effect("the session continues in memory when the store throws instead of returning an effect", () =>
    Effect.gen(function*() {
      const tab = yield* followed({
        get: Effect.succeed(null),
        compareAndSet: () => {
          throw new Error("secret in an error message")
        },
        changes: Stream.never
      })

      const logged = yield* logOf(signIn("A")(tab))

      assert.strictEqual(accessTextOf(tab.current()!.tokens), "A")
      assert.include(logged, "could not be written: Error.")
      assert.notInclude(logged, "secret")
    }))

  it.effect("the session is kept and a warning logged when the store's change stream is malformed or crashes", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(tokens("A", "A0"))
      const odd: ReadonlyArray<unknown> = [undefined, "text", { accessToken: 1 }]
      let tab: Tab | undefined

      const logged = yield* logOf(Effect.map(
        followed({
          ...inner,
          changes: Stream.concat(Stream.fromIterable(odd as ReadonlyArray<null>), Stream.die(new RangeError("lost")))
        }),
        (followed) => {
          tab = followed
        }
      ))

      assert.strictEqual(accessTextOf(tab!.current()!.tokens), "A0")
      assert.include(logged, "no longer be watched: RangeError")
    }))

  it.effect("the session is stored with its next change once the store works again", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      let full = true
      const tab = yield* followed({
        ...inner,
        compareAndSet: (...args) => full ? faults["fails"]! : inner.compareAndSet(...args)
      })
      yield* signIn("A")(tab)
      assert.isNull(yield* inner.get)

      full = false
      yield* refreshWith("A", "A1")(tab)

      assert.strictEqual(accessTextOf(yield* inner.get), "A1")
    }))

  it.effect("a session write that timed out but succeeded is not repeated", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      const tab = yield* followed({
        ...inner,
        compareAndSet: (...args) => Effect.andThen(inner.compareAndSet(...args), Effect.never)
      })
      const writing = yield* Effect.forkChild(signIn("A")(tab), { startImmediately: true })

      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(writing)

      assert.strictEqual(accessTextOf(tab.current()!.tokens), "A")
      assert.strictEqual(accessTextOf(yield* inner.get), "A")
    }))
})

describe("session listeners", () => {
  it.effect("D13: a session listener reads the new state and can change the session", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(null)
      const tab = yield* followed(store)
      const seen: Array<string> = []
      tab.subscribe(() => {
        seen.push(tab.state()._tag)
        if (tab.state()._tag === "SignedIn") Effect.runFork(tab.update(() => null))
      })
      const stop = tab.subscribe(() => seen.push("other"))

      yield* signIn("A")(tab)
      yield* turns
      stop()

      assert.deepStrictEqual(seen, ["SignedIn", "SignedOut", "other", "other"])
      assert.isNull(tab.current())
      assert.isNull(yield* store.get)
    }))

  it.effect("D13: a consumer of the session's stream can react to each change with another change", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(null)
      const tab = yield* followed(store)
      let rounds = 0
      const consumer = yield* Effect.forkChild(
        Stream.runForEach(
          Stream.take(tab.changes, 7),
          (state) => state._tag === "SignedIn" ? signOut(tab) : signIn(`session ${++rounds}`)(tab)
        )
      )

      yield* Fiber.join(consumer)

      assert.strictEqual(rounds, 4)
      assert.strictEqual(accessTextOf(yield* store.get), "session 4")
    }))

  it.effect("D13: changes made by a session listener appear once, in order, in the stream of changes", () =>
    Effect.gen(function*() {
      const tab = yield* followed(yield* storeOf(null))
      const seen: Array<string> = []
      tab.subscribe(() => {
        if (tab.state()._tag === "SignedIn") Effect.runFork(tab.update(() => null))
      })
      yield* Effect.forkChild(Stream.runForEach(tab.changes, ({ _tag }) => Effect.sync(() => seen.push(_tag))))
      yield* turns

      yield* signIn("A")(tab)
      yield* turns

      // the session ends before any subscriber can use it
      assert.deepStrictEqual(seen, ["SignedOut"])
    }))

  it.effect("D13: a session listener can add another listener at every change without blocking the change", () =>
    Effect.gen(function*() {
      const tab = yield* followed(yield* storeOf(null))
      let notified = 0
      const listener = () => {
        notified++
        tab.subscribe(listener)
      }
      tab.subscribe(listener)

      yield* signIn("A")(tab)
      yield* signOut(tab)

      assert.strictEqual(notified, 3)
    }))

  it.effect("a session listener that throws is reported, without preventing the change or other listeners", () =>
    Effect.gen(function*() {
      const tab = yield* followed(yield* storeOf(null))
      let notified = 0
      tab.subscribe(() => {
        throw new Error("broken")
      })
      tab.subscribe(() => notified++)

      const logged = yield* logOf(signIn("A")(tab))

      assert.strictEqual(notified, 1)
      assert.strictEqual(tab.state()._tag, "SignedIn")
      assert.include(logged, "A listener of the session threw.")
    }))

  it.effect("session listeners cause no log output unless one throws", () =>
    Effect.gen(function*() {
      const tab = yield* followed(yield* storeOf(null))

      const logged = yield* logOf(Effect.gen(function*() {
        yield* signIn("A")(tab)
        tab.subscribe(() => {})
        yield* refreshWith("A", "A1")(tab)
        yield* rejectToken(tab)
        yield* signOut(tab)
      }))

      assert.strictEqual(logged, "")
    }))

  it.effect("a function that subscribes to the session twice has two subscriptions, and neither is called if nothing changed", () =>
    Effect.gen(function*() {
      const tab = yield* followed(yield* storeOf(tokens("A", "A0")))
      let notified = 0
      const listener = () => notified++
      const stop = tab.subscribe(listener)
      tab.subscribe(listener)

      stop()
      yield* rejectToken(tab)
      yield* tab.update((held) => held)
      yield* signOut(tab)
      yield* signOut(tab)

      assert.strictEqual(notified, 1)
    }))

  it.effect("a slow consumer of the session's change stream receives every change", () =>
    Effect.gen(function*() {
      const tab = yield* followed(yield* storeOf(null))
      const consumer = yield* Effect.forkChild(
        Stream.runCollect(Stream.take(Stream.tap(tab.changes, () => Effect.sleep("1 second")), 41))
      )
      yield* turns

      for (let round = 0; round < 20; round++) yield* Effect.andThen(signIn(`session ${round}`)(tab), signOut(tab))
      yield* TestClock.adjust("1 minute")

      assert.strictEqual((yield* Fiber.join(consumer)).length, 41)
    }))
})
