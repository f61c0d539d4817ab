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
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "../../../layers/session/TokenStore.ts"
import { turns } from "../../support/fibers.ts"
import { accessToken } from "../../support/project.ts"
import { everyOrder } from "./interleave.ts"

type Tab = Effect.Success<ReturnType<typeof followStore>>
type Store = TokenStore["Service"]

const tokens = (session: string, access: string): StoredTokens => ({
  accessToken: Redacted.make(access),
  refreshToken: Redacted.make(session)
})

const storeOf = (initial: StoredTokens | null) =>
  Effect.map(
    Layer.build(initial === null ? Layer.fresh(TokenStore.layerMemory()) : TokenStore.layerExplicit(initial)),
    Context.get(TokenStore)
  )

const refreshed = (session: string, access: string) => (tab: Tab) =>
  tab.update((held) => held?.key === `refresh-${session}` ? tab.received(tokens(session, access), 0, 0) : held)
const signIn = (session: string) => (tab: Tab) => tab.update(() => tab.received(tokens(session, session), 0, 0))
const signOut = (tab: Tab) => tab.update(() => null)
const rejected = (tab: Tab) =>
  tab.update((held) =>
    held === null
      ? null
      : { ...held, tokens: { refreshToken: held.tokens.refreshToken, accessToken: undefined } } satisfies CurrentSession
  )

const inWords = (held: StoredTokens | null): string =>
  held === null ? "signed out" : held.accessToken === undefined ? "no token" : Redacted.value(held.accessToken)

/** Tabs over one store, each doing one thing, in every order of store operations. What each order ends with. */
const outcomes = (...deeds: ReadonlyArray<(tab: Tab) => Effect.Effect<void>>): Record<string, number> => {
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
      const tabs = yield* Effect.forEach(deeds, () => followStore(shared, { millis: undefined }))
      yield* turns

      turnByTurn = true
      yield* Effect.forEach(deeds, (deed, tab) => deed(tabs[tab]!), { concurrency: "unbounded" })
      turnByTurn = false
      // the news of changes comes late, and its content is outdated
      for (const tell of watchers) tell()
      yield* turns

      const end = yield* store.get
      for (const tab of tabs) assert.isTrue(sameTokens(tab.current()?.tokens ?? null, end))
      found[inWords(end)] = (found[inWords(end)] ?? 0) + 1
    })))
  )
  return found
}

describe("two or three tabs over one store, in every order of its operations", () => {
  it("D12 refreshes at the same time leave everyone with one of the tokens", () => {
    const found = outcomes(refreshed("A", "A1"), refreshed("A", "A2"), refreshed("A", "A3"))

    assert.sameMembers(Object.keys(found), ["A1", "A2", "A3"])
  })

  it("D6 D12 a sign-out is never undone by a refresh elsewhere", () => {
    assert.sameMembers(Object.keys(outcomes(signOut, refreshed("A", "A1"), refreshed("A", "A2"))), ["signed out"])
  })

  it("D7 D12 a sign-in is undone neither by a late refresh nor by a sign-out of the session before", () => {
    assert.sameMembers(Object.keys(outcomes(signIn("B"), refreshed("A", "A1"), signOut)), ["B"])
  })

  it("D12 of two sign-ins one holds, in every tab", () => {
    assert.sameMembers(Object.keys(outcomes(signIn("B"), signIn("C"), refreshed("A", "A1"))), ["B", "C"])
  })

  it("D12 a rejected token does not take away what another tab got instead", () => {
    assert.sameMembers(Object.keys(outcomes(rejected, refreshed("A", "A1"))), ["A1"])
  })
})

const following = (store: Store) => Effect.tap(followStore(store, { millis: undefined }), turns)

/** What the effect logs, as text. */
const logOf = <E, R>(self: Effect.Effect<void, E, R>) =>
  Effect.suspend(() => {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    return Effect.map(Effect.provide(self, Logger.layer([logger])), () => logged.join("\n"))
  })

describe("the store and what is held", () => {
  it.effect("adopts what others write: a sign-in, a refresh, a sign-out", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(null)
      const tab = yield* following(store)
      const seen: Array<string> = []
      const steps: ReadonlyArray<StoredTokens | null> = [null, tokens("A", "A0"), tokens("A", "A1"), null]

      for (let at = 1; at < steps.length; at++) {
        yield* store.compareAndSet(steps[at - 1]!, steps[at]!)
        yield* turns
        seen.push(inWords(tab.current()?.tokens ?? null))
      }

      assert.deepStrictEqual(seen, ["A0", "A1", "signed out"])
    }))

  it.effect("D6 a session that ended here does not come back when another program writes it again", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* following(store)
      yield* tab.update(() => null)

      yield* store.compareAndSet(null, tokens("A", "A1"))
      yield* turns

      assert.isNull(tab.current())
      assert.isNull(yield* store.get)
    }))

  it.effect("a session that ended here can be signed in with again", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* following(store)
      yield* tab.update(() => null)

      yield* refreshed("A", "A1")(tab)
      yield* signIn("A")(tab)

      assert.strictEqual(inWords(yield* store.get), "A")
    }))

  it.effect("a session that was signed in with again takes what other programs refresh", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* following(store)
      yield* tab.update(() => null)
      yield* signIn("A")(tab)

      yield* store.compareAndSet(yield* store.get, tokens("A", "A1"))
      yield* turns

      assert.strictEqual(inWords(tab.current()?.tokens ?? null), "A1")
    }))

  it.effect("a caller who leaves does not keep a sign-out from the store", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(tokens("A", "A0"))
      const tab = yield* following({
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
  it("is of the refresh token, whatever the access token, and of the access token where there is no other", () => {
    const access = (text: string): StoredTokens => ({ accessToken: Redacted.make(text), refreshToken: undefined })

    assert.strictEqual(keyOf(tokens("A", "A0")), keyOf({ ...tokens("A", ""), accessToken: undefined }))
    assert.strictEqual(keyOf(access("A")), keyOf(access("A")))
    assert.lengthOf(new Set([tokens("A", "A"), tokens("B", "A"), access("A"), access("B")].map(keyOf)), 4)
  })
})

describe("what is known of the clock", () => {
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

  it.effect("F1 is measured by tokens that were asked for, kept with them, and known to the process", () =>
    Effect.gen(function*() {
      const ahead = yield* received(undefined, issuedThen("A"), issued + hour, issued + hour + 500)
      const corrected = yield* received(hour, issuedThen("A"), issued, issued + 200)

      assert.deepStrictEqual(ahead, { ahead: hour - 1000, measured: true, kept: hour - 1000, ofProcess: hour - 1000 })
      assert.deepStrictEqual(corrected, { ahead: 0, measured: true, kept: undefined, ofProcess: 0 })
    }))

  it.effect("F1 is what came with tokens that nobody asked for, else what the process knows, else nothing", () =>
    Effect.gen(function*() {
      const given = { ...issuedThen("A"), clockSkewMillis: 7000 }

      const kept = yield* received(hour, given, undefined, issued + hour)
      const known = yield* received(hour, issuedThen("A"), undefined, issued + hour)
      const unknown = yield* received(undefined, issuedThen("A"), undefined, issued + hour)

      assert.deepStrictEqual(kept, { ahead: 7000, measured: true, kept: 7000, ofProcess: hour })
      assert.deepStrictEqual(known, { ahead: hour, measured: true, kept: undefined, ofProcess: hour })
      assert.deepStrictEqual(unknown, { ahead: 0, measured: false, kept: undefined, ofProcess: undefined })
    }))

  it.effect("F1 is told anew by no token that does not tell its issue", () =>
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
    "a user who is kept from the app": [restricted, "Restricted email_not_verified"],
    "somebody whose claims nobody can read": [{ sub: undefined, ...restricted }, "SignedIn without claims"]
  } as const
  const inWordsOf = (state: SessionState): string =>
    state._tag === "SignedOut"
      ? state._tag
      : [
        state._tag,
        ...state._tag === "Restricted" ? [state.restrictedReason] : [],
        ...Option.isNone(state.claims) ? ["without claims"] : []
      ].join(" ")
  for (const [who, [claims, expected]] of Object.entries(states)) {
    it.effect(`of ${who} is ${expected}, the same object each time, and that of the access token alone`, () =>
      Effect.gen(function*() {
        const access = accessToken(claims)
        const tab = yield* following(yield* storeOf(tokens("A", access)))

        assert.strictEqual(inWordsOf(tab.state()), expected)
        assert.strictEqual(tab.state(), tab.state())
        assert.deepStrictEqual(stateOfToken(Redacted.make(access)), tab.state())
      }))
  }

  it.effect("of a session without an access token, and of none at all", () =>
    Effect.gen(function*() {
      const tab = yield* following(yield* storeOf({ ...tokens("A", ""), accessToken: undefined }))

      assert.strictEqual(inWordsOf(tab.state()), "SignedIn without claims")
      assert.deepStrictEqual(stateOfToken(null), { _tag: "SignedOut" })
    }))
})

describe("writing to a store", () => {
  it.effect("is tried five times while others are faster, and no more", () =>
    Effect.gen(function*() {
      let writes = 0
      const inner = yield* storeOf(null)
      const tab = yield* following({
        ...inner,
        compareAndSet: () => Effect.sync(() => (writes++, false))
      })

      yield* signIn("A")(tab)

      assert.strictEqual(writes, 5)
      assert.strictEqual(inWords(tab.current()!.tokens), "A")
    }))

  for (const endsByItself of [true, false]) {
    const what = endsByItself ? "is waited for where the store says that it ends" : "is given up after 2 s"
    it.effect(`that takes 3 s ${what}`, () =>
      Effect.gen(function*() {
        const inner = yield* storeOf(null)
        const tab = yield* following({
          ...inner,
          endsByItself,
          compareAndSet: (...args) => Effect.delay(inner.compareAndSet(...args), "3 seconds")
        })
        const done = yield* Effect.forkChild(signIn("A")(tab), { startImmediately: true })

        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(done.pollUnsafe() === undefined, endsByItself)

        yield* TestClock.adjust("1 second")
        assert.isDefined(done.pollUnsafe())
        assert.strictEqual(inWords(yield* inner.get), endsByItself ? "A" : "signed out")
      }))
  }

  it.effect("nothing is asked for what changes nothing, even where what is held could not be written", () =>
    Effect.gen(function*() {
      let writes = 0
      const inner = yield* storeOf(null)
      const fault = Effect.suspend(() => {
        writes++
        return Effect.fail(new TokenStoreFailed({ operation: "write", problem: "full" }))
      })
      const tab = yield* following({ ...inner, compareAndSet: () => fault })
      yield* signIn("A")(tab)
      assert.strictEqual(writes, 1)

      yield* tab.update((held) => held)

      assert.strictEqual(writes, 1)
    }))

  it.effect("D12 of two sign-ins from nobody the one that comes last holds, though nobody told it of the other", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      const tab = yield* following({ ...inner, changes: Stream.never })
      yield* inner.compareAndSet(null, tokens("B", "B"))

      yield* signIn("C")(tab)

      assert.strictEqual(inWords(tab.current()!.tokens), "C")
      assert.strictEqual(inWords(yield* inner.get), "C")
    }))

  it.effect("that fails is told apart from reading that fails, each with the page that explains it", () =>
    Effect.gen(function*() {
      const fault = Effect.fail("full" as never)

      const logged = yield* logOf(Effect.flatMap(
        following({ get: fault, compareAndSet: () => Effect.never, changes: Stream.never }),
        (tab) =>
          Effect.gen(function*() {
            const done = yield* Effect.forkChild(signIn("A")(tab), { startImmediately: true })
            yield* TestClock.adjust("2 seconds")
            yield* Fiber.join(done)
          })
      ))

      assert.match(logged, /^The token store could not be read: string\. .* See https:.+\n/)
      assert.match(logged, /\nThe token store could not be written: no answer within 2 s\. .* See https:.+$/)
    }))
})

describe("following a store", () => {
  it.effect("D12 what another one over the same value changes is known in the same turn, for a hidden tab's next may be a minute off", () =>
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

  it("waits for nothing where the store answers at once", () => {
    const end = Effect.runSync(Effect.scoped(Effect.gen(function*() {
      const store = yield* storeOf(tokens("A", "A0"))
      const tab = yield* followStore(store, { millis: undefined })
      yield* refreshed("A", "A1")(tab)
      return [inWords(tab.current()?.tokens ?? null), inWords(yield* store.get)]
    })))

    assert.deepStrictEqual(end, ["A1", "A1"])
  })

  it.effect("begins at once where changes come as any stream: none is missed", () =>
    Effect.gen(function*() {
      let isWatched = false
      const changes = Stream.callback<null>(() => Effect.sync(() => void (isWatched = true)))

      yield* followStore({ ...(yield* storeOf(null)), changes }, { millis: undefined })

      assert.isTrue(isWatched)
    }))

  it.effect("looks once at each change, and ends with the scope, also in the middle of a look", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      const scope = yield* Scope.make()
      let looks = 0
      let isInterrupted = false
      let answer: typeof inner.get = inner.get
      const get = Effect.suspend(() => {
        looks++
        return Effect.onInterrupt(answer, () => Effect.sync(() => void (isInterrupted = true)))
      })
      yield* Effect.provideService(following({ ...inner, get }), Scope.Scope, scope)
      const before = looks

      yield* inner.compareAndSet(null, tokens("A", "A0"))
      yield* turns
      assert.strictEqual(looks, before + 1)

      answer = Effect.never
      yield* inner.compareAndSet(tokens("A", "A0"), tokens("A", "A1"))
      yield* turns
      yield* Scope.close(scope, Exit.void)
      yield* turns
      assert.isTrue(isInterrupted)

      yield* inner.compareAndSet(tokens("A", "A1"), null)
      yield* turns
      assert.strictEqual(looks, before + 2)
    }))

  const broken = Effect.die(new TypeError("broken"))
  const looks = {
    "at its news": [broken, "TypeError"],
    "that somebody asks for": [broken, "TypeError"],
    "that give no session": [Effect.succeed(7 as never), "what it holds is no session"]
  } as const
  for (const [what, [fault, problem]] of Object.entries(looks)) {
    it.effect(`tells of looks ${what} that nothing could be read`, () =>
      Effect.gen(function*() {
        const logged = yield* logOf(Effect.gen(function*() {
          const inner = yield* storeOf(null)
          let answer: typeof inner.get = inner.get
          const tab = yield* following({ ...inner, get: Effect.suspend(() => answer) })
          answer = fault
          yield* what === "at its news" ? inner.compareAndSet(null, tokens("A", "A0")) : tab.look
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
    "fails with something else": Effect.fail("full" as never),
    "throws": Effect.suspend(() => {
      throw new TypeError("no store")
    }),
    "dies": Effect.die("no store"),
    "interrupts itself": Effect.interrupt,
    "hangs": Effect.never,
    "hangs and refuses interruption": Effect.uninterruptible(Effect.never),
    "gives a number": odd(7),
    "gives bare texts": odd({ accessToken: "bare", refreshToken: "bare" }),
    "gives nothing": odd(undefined)
  }
  for (const [what, fault] of Object.entries(faults)) {
    it.effect(`${what}: sign-in, refresh and sign-out go on in memory, within 2 s each`, () =>
      Effect.gen(function*() {
        const start = yield* Effect.forkChild(
          following({ get: fault, compareAndSet: () => fault, changes: Stream.never })
        )
        yield* TestClock.adjust("2 seconds")
        const tab = yield* Fiber.join(start)
        const seen: Array<string> = []

        for (const deed of [signIn("A"), refreshed("A", "A1"), signOut]) {
          const done = yield* Effect.forkChild(deed(tab), { startImmediately: true })
          seen.push(inWords(tab.current()?.tokens ?? null))
          yield* TestClock.adjust("2 seconds")
          assert.isTrue(Exit.isSuccess(done.pollUnsafe()!))
          seen.push(inWords(tab.current()?.tokens ?? null))
        }

        assert.deepStrictEqual(seen, ["A", "A", "A1", "A1", "signed out", "signed out"])
      }).pipe(Effect.scoped))
  }

  it.effect("D12 a slow answer to an older write does not bring back a token that was rejected since", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(tokens("A", "A0"))
      const delays = [1, 0, 0, 1]
      const tab = yield* following({
        get: inner.get,
        compareAndSet: (expected, next) =>
          Effect.tap(inner.compareAndSet(expected, next), () => Effect.sleep(1000 * (delays.shift() ?? 0))),
        changes: Stream.never
      })

      const older = yield* Effect.forkChild(refreshed("A", "A1")(tab), { startImmediately: true })
      const newer = yield* Effect.forkChild(refreshed("A", "A2")(tab), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      const rejection = yield* Effect.forkChild(rejected(tab), { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      for (const fiber of [older, newer, rejection]) yield* Fiber.join(fiber)

      assert.strictEqual(inWords(tab.current()!.tokens), "no token")
      assert.strictEqual(inWords(yield* inner.get), "no token")
    }))

  it.effect("D12 late news of one's own write do not bring back a token that was rejected since", () =>
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

      const rejecting = yield* Effect.forkChild(rejected(session), { startImmediately: true })
      Deferred.doneUnsafe(answer, Effect.void)
      yield* Fiber.join(rejecting)

      assert.strictEqual(inWords(session.current()?.tokens ?? null), "no token")
      assert.strictEqual(inWords(yield* memory.get), "no token")
    }))

  it.effect("does not keep the session from closing, whatever it refuses", () =>
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

  it.effect("throws instead of giving an effect: the same", () =>
    Effect.gen(function*() {
      const tab = yield* following({
        get: Effect.succeed(null),
        compareAndSet: () => {
          throw new Error("secret in the words of an error")
        },
        changes: Stream.never
      })

      const logged = yield* logOf(signIn("A")(tab))

      assert.strictEqual(inWords(tab.current()!.tokens), "A")
      assert.include(logged, "could not be written: Error.")
      assert.notInclude(logged, "secret")
    }))

  it.effect("whose news are odd, or end with a crash: what is held stays, and it is told that nobody watches", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(tokens("A", "A0"))
      const odd: ReadonlyArray<unknown> = [undefined, "text", { accessToken: 1 }]
      let tab: Tab | undefined

      const logged = yield* logOf(Effect.map(
        following({
          ...inner,
          changes: Stream.concat(Stream.fromIterable(odd as ReadonlyArray<null>), Stream.die(new RangeError("lost")))
        }),
        (followed) => {
          tab = followed
        }
      ))

      assert.strictEqual(inWords(tab!.current()!.tokens), "A0")
      assert.include(logged, "no longer watched: RangeError")
    }))

  it.effect("works again: it gets what was held meanwhile with the next change", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      let full = true
      const tab = yield* following({
        ...inner,
        compareAndSet: (...args) => full ? faults["fails"]! : inner.compareAndSet(...args)
      })
      yield* signIn("A")(tab)
      assert.isNull(yield* inner.get)

      full = false
      yield* refreshed("A", "A1")(tab)

      assert.strictEqual(inWords(yield* inner.get), "A1")
    }))

  it.effect("wrote although its answer came too late: nothing is written twice, nothing adopted wrongly", () =>
    Effect.gen(function*() {
      const inner = yield* storeOf(null)
      const tab = yield* following({
        ...inner,
        compareAndSet: (...args) => Effect.andThen(inner.compareAndSet(...args), Effect.never)
      })
      const done = yield* Effect.forkChild(signIn("A")(tab), { startImmediately: true })

      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(done)

      assert.strictEqual(inWords(tab.current()!.tokens), "A")
      assert.strictEqual(inWords(yield* inner.get), "A")
    }))
})

describe("listeners", () => {
  it.effect("D13 find the new state already there, and can change the session from within", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(null)
      const tab = yield* following(store)
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

  it.effect("D13 a consumer of the changes can change the session for each of them", () =>
    Effect.gen(function*() {
      const store = yield* storeOf(null)
      const tab = yield* following(store)
      let rounds = 0
      const consumer = yield* Effect.forkChild(
        Stream.runForEach(Stream.take(tab.changes, 7), (state) =>
          state._tag === "SignedIn" ? signOut(tab) : signIn(`session ${++rounds}`)(tab))
      )

      yield* Fiber.join(consumer)

      assert.strictEqual(rounds, 4)
      assert.strictEqual(inWords(yield* store.get), "session 4")
    }))

  it.effect("D13 a change from within a listener is in the stream of changes once, in its place", () =>
    Effect.gen(function*() {
      const tab = yield* following(yield* storeOf(null))
      const seen: Array<string> = []
      tab.subscribe(() => {
        if (tab.state()._tag === "SignedIn") Effect.runFork(tab.update(() => null))
      })
      yield* Effect.forkChild(Stream.runForEach(tab.changes, ({ _tag }) => Effect.sync(() => seen.push(_tag))))
      yield* turns

      yield* signIn("A")(tab)
      yield* turns

      // signed in for no moment that anybody could have used
      assert.deepStrictEqual(seen, ["SignedOut"])
    }))

  it.effect("D13 one that adds another listener at every change does not keep the change from ending", () =>
    Effect.gen(function*() {
      const tab = yield* following(yield* storeOf(null))
      let told = 0
      const listener = () => {
        told++
        tab.subscribe(listener)
      }
      tab.subscribe(listener)

      yield* signIn("A")(tab)
      yield* signOut(tab)

      assert.strictEqual(told, 3)
    }))

  it.effect("one that throws is reported and keeps neither the change nor the others from happening", () =>
    Effect.gen(function*() {
      const tab = yield* following(yield* storeOf(null))
      let told = 0
      tab.subscribe(() => {
        throw new Error("broken")
      })
      tab.subscribe(() => told++)

      const logged = yield* logOf(signIn("A")(tab))

      assert.strictEqual(told, 1)
      assert.strictEqual(tab.state()._tag, "SignedIn")
      assert.include(logged, "A listener of the session threw.")
    }))

  it.effect("are the only reason to report anything: nothing is where none throws, listens or hears of a change", () =>
    Effect.gen(function*() {
      const tab = yield* following(yield* storeOf(null))

      const logged = yield* logOf(Effect.gen(function*() {
        yield* signIn("A")(tab)
        tab.subscribe(() => {})
        yield* refreshed("A", "A1")(tab)
        yield* rejected(tab)
        yield* signOut(tab)
      }))

      assert.strictEqual(logged, "")
    }))

  it.effect("the same function twice is two listeners; none is told that nothing changed", () =>
    Effect.gen(function*() {
      const tab = yield* following(yield* storeOf(tokens("A", "A0")))
      let told = 0
      const listener = () => told++
      const stop = tab.subscribe(listener)
      tab.subscribe(listener)

      stop()
      yield* rejected(tab)
      yield* tab.update((held) => held)
      yield* signOut(tab)
      yield* signOut(tab)

      assert.strictEqual(told, 1)
    }))

  it.effect("a slow consumer of the changes misses none", () =>
    Effect.gen(function*() {
      const tab = yield* following(yield* storeOf(null))
      const consumer = yield* Effect.forkChild(
        Stream.runCollect(Stream.take(Stream.tap(tab.changes, () => Effect.sleep("1 second")), 41))
      )
      yield* turns

      for (let round = 0; round < 20; round++) yield* Effect.andThen(signIn(`session ${round}`)(tab), signOut(tab))
      yield* TestClock.adjust("1 minute")

      assert.strictEqual((yield* Fiber.join(consumer)).length, 41)
    }))
})
