/**
 * Tabs of one browser, the events that can happen to them, and the laws about each token that they get and each refresh
 * that they send.
 */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Tabs } from "../../../../layers/browser/Tabs.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { CookiePage, layerCookies } from "../../../../layers/session/browserCookies.ts"
import { virtualTime } from "../../../../src/testing/simulate/virtualTime.ts"
import { tokenPlatform } from "../../../support/platform/tokenPlatform.ts"
import { turns } from "../../../support/suite/fibers.ts"
import * as sessions from "../sessions.ts"
import { type Browser, browserOf } from "./browser.ts"
import { call, failureLasts, type Surroundings, threshold } from "./call.ts"
import { expectedSession } from "./expectedSession.ts"
import { sessionInJar } from "./jar.ts"
import { lifeByClock } from "./lifeByClock.ts"
import { type Network, networkOf, type UnderWay } from "./network.ts"
import { type PendingCall, removeEnded } from "./pendingCalls.ts"
import { countedFibers, type Program as Tab, startProgram } from "./program.ts"
import { worksOf } from "./works.ts"

const minute = 60_000
const hour = 60 * minute
const maximumTabs = 5

/**
 * Maximum duration of a call. Every other tab may fail first, with two attempts of 30 s and the wait between them.
 * Another 5 s are for a tab that doesn't respond.
 */
const longestCall = maximumTabs * (2 * 30_000 + 1500) + 5000

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const tab = between(0, maximumTabs - 1)
const offset = between(-2 * hour, 2 * hour)

const Call = Schema.Struct({ call: tab, times: between(1, 3) })
const Wait = Schema.Struct({ wait: Schema.Literals([1, 700, 6000, 31_000, 5 * minute, 580_000, 10 * minute]) })
const SignIn = Schema.Struct({ signIn: Schema.Literals(["A", "B"]), at: tab })
const Condition = Schema.Struct({
  condition: Schema.Union([
    Schema.Literals(["reachable", "reachable", "unreachable", "loses responses"]),
    Schema.Struct({ slow: Schema.Literals([300, 4000, 14_000, 40_000]) })
  ])
})

/**
 * Kinds of events. Kinds that are listed twice happen more often. The index of a tab selects one of the tabs that
 * aren't frozen.
 */
export const Event = Schema.Union([
  Call,
  Call,
  Call,
  Wait,
  Wait,
  Wait,
  SignIn,
  SignIn,
  Condition,
  Schema.Struct({ callAndLeave: tab, after: between(0, 12) }),
  Schema.Struct({ signOut: tab }),
  Schema.Struct({ work: tab }),
  Schema.Struct({ work: tab }),
  Schema.Struct({ open: offset }),
  Schema.Struct({ close: tab, how: Schema.Literals(["closed", "killed"]) }),
  Schema.Struct({ freeze: tab }),
  Schema.Literals(["wake all", "wake one"]),
  Schema.Literals(["reject the access token", "reject the access token", "revoke the session"]),
  Schema.Struct({ jump: between(-hour, hour), at: tab })
])

export const Setting = Schema.Struct({
  channel: Schema.Boolean,
  locks: Schema.Boolean,
  /**
   * Whether tabs share the machine's clock. If not, each tab has its own clock, so that the errors of the clocks are
   * independent.
   */
  clocks: Schema.Literals(["one", "each its own"]),
  /** Clock skews of the initial tabs. */
  offsets: Schema.NonEmptyArray(offset).check(Schema.isMaxLength(3))
})

export const tabsOfOneBrowser = (setting: typeof Setting.Type) =>
  Effect.gen(function*() {
    const time = virtualTime(sessions.today)
    const platform = yield* Effect.provideService(tokenPlatform, Clock.Clock, time.clock)
    const { send } = yield* Effect.provide(Transport, platform.layer)
    const browser = browserOf(time, setting)
    const fibers = countedFibers()
    const expected = expectedSession()
    const rejected = new Set<string>()
    const tabs: Array<Tab> = []
    const pendingCalls = new Set<PendingCall>()
    /** Session of a tab that has just been woken, before it is notified of changes. */
    const outdated = new Map<Tab, string | undefined>()
    const possible = (tab: Tab) => new Set([...expected.sinceRest(), ...(outdated.has(tab) ? [outdated.get(tab)] : [])])
    let machineOffset = setting.offsets[0]
    let lastChangeAt = time.now()

    const network = networkOf(time, platform, send, {
      sent: (refresh) => lawOfRefresh({ browser, setting, network, now: time.now() }, refresh),
      refused: (refreshToken) => {
        assert.isTrue(expected.isRevoked(refreshToken), "the platform rejected a session that was never revoked")
        expected.end(refreshToken)
        lastChangeAt = time.now()
      }
    })

    const works = worksOf(network, expected)

    const open = (skew: number) =>
      Effect.gen(function*() {
        if (tabs.length >= maximumTabs) return
        const page = browser.open(setting.clocks === "one" ? machineOffset : skew)
        const store = layerCookies({}).pipe(
          Layer.provide([Layer.succeed(CookiePage, page.cookies), Layer.succeed(Tabs, page.tabs)])
        )
        tabs.push(yield* startProgram(page, store, network, fibers))
        yield* turns
      })
    const awake = () => tabs.filter(({ realm }) => realm.isAwake())
    const pick = (index: number) => {
      const awakeTabs = awake()
      return awakeTabs[index % awakeTabs.length]
    }

    const surroundings: Surroundings = {
      network,
      now: time.now,
      possible,
      isRevoked: expected.isRevoked,
      accepts: (token) => !rejected.has(Redacted.value(token)) && platform.accepts(token)
    }
    const startCall = (tab: Tab) =>
      Effect.map(tab.run(call(tab, surroundings)), (fiber) => {
        const one = { program: tab, since: time.now(), fiber }
        pendingCalls.add(one)
        return one
      })

    const close = (tab: Tab, how: "closed" | "killed") =>
      Effect.gen(function*() {
        yield* turns
        tabs.splice(tabs.indexOf(tab), 1)
        for (const one of pendingCalls) if (one.program === tab) pendingCalls.delete(one)
        if (how === "killed") tab.realm.kill()
        yield* tab.close
        tab.realm.kill()
        works.closed(tab)
      })

    const apply = (event: typeof Event.Type): Effect.Effect<void, never, Scope.Scope> =>
      Effect.gen(function*() {
        if (event === "reject the access token") {
          const { accessToken } = sessionInJar(browser.cookies())
          if (accessToken !== undefined) rejected.add(accessToken)
        } else if (event === "revoke the session") {
          const refreshToken = expected.now()
          if (refreshToken === undefined) return
          expected.revoke()
          platform.revoke({ refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make("") })
        } else if (event === "wake all" || event === "wake one") {
          const suspended = tabs.filter(({ realm }) => !realm.isAwake())
          for (const tab of event === "wake one" ? suspended.slice(0, 1) : suspended) {
            outdated.set(tab, tab.holds())
            tab.realm.wake()
          }
        } else if ("wait" in event) {
          yield* time.pass(event.wait)
        } else if ("condition" in event) {
          network.condition(event.condition)
        } else if ("open" in event) {
          yield* open(event.open)
        } else if ("jump" in event) {
          yield* turns
          machineOffset += event.jump
          const affected = setting.clocks === "one" ? tabs : [pick(event.at)].filter((each) => each !== undefined)
          for (const { realm } of affected) realm.jump(event.jump)
        } else if ("call" in event) {
          const tab = pick(event.call)
          if (tab === undefined) return
          works.call(tab)
          for (let times = 0; times < event.times; times++) yield* startCall(tab)
        } else if ("work" in event) {
          const tab = pick(event.work)
          if (tab === undefined) return
          yield* works.start(tab)
          works.call(tab)
        } else if ("callAndLeave" in event) {
          const tab = pick(event.callAndLeave)
          if (tab === undefined) return
          const { fiber } = yield* startCall(tab)
          for (let turn = 0; turn < event.after; turn++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
        } else if ("signIn" in event) {
          const tab = pick(event.at)
          if (tab === undefined) return
          const tokens = network.signIn(tab.realm, { sub: event.signIn })
          expected.signIn(Redacted.value(tokens.refreshToken), event.signIn)
          yield* Effect.orDie(Effect.flatMap(
            tab.run(tab.session.keep(tokens, tab.realm.clock.currentTimeMillisUnsafe())),
            Fiber.join
          ))
          lastChangeAt = time.now()
        } else if ("signOut" in event) {
          const tab = pick(event.signOut)
          if (tab === undefined) return
          expected.end(tab.holds())
          yield* Effect.flatMap(tab.run(tab.session.end), Fiber.join)
          lastChangeAt = time.now()
        } else if ("close" in event) {
          const tab = pick(event.close)
          if (tab !== undefined) yield* close(tab, event.how)
        } else if ("freeze" in event) {
          yield* turns
          if (awake().length > 1) pick(event.freeze)?.realm.freeze()
        }
      })

    /**
     * Waits until only timers and requests to the platform are pending. Then checks the laws that hold at any moment.
     */
    const rest = Effect.gen(function*() {
      yield* turns
      if (!setting.channel) {
        browser.poll()
        yield* turns
      }
      yield* removeEnded(pendingCalls)
      const now = time.now()
      for (const tab of awake()) {
        assert.strictEqual(tab.holds(), expected.now(), "session of a tab")
        works.check(tab)
      }
      const { accessToken, pairedWith, refreshToken } = sessionInJar(browser.cookies())
      if (awake().length > 0) assert.strictEqual(refreshToken, expected.now(), "session in the cookies")
      assert.strictEqual(
        pairedWith,
        accessToken === undefined ? undefined : refreshToken,
        "refresh token of the access cookie"
      )
      if (accessToken !== undefined) assert.strictEqual(network.issued(accessToken)?.refreshToken, refreshToken)
      for (const { program: { realm }, since } of pendingCalls) {
        if (!realm.isAwake()) continue
        assert.isAtMost(now - Math.max(since, realm.awakeSince(), lastChangeAt), longestCall, "a call waits too long")
      }
      if (time.timers() === 0 && tabs.every(({ realm }) => realm.isAwake())) {
        assert.strictEqual(pendingCalls.size, 0, "a call waits for nothing")
        assert.strictEqual(browser.locksHeld(), 0, "a lock is held for nothing")
      }
      outdated.clear()
      if (awake().length > 0) expected.rest()
    })

    /**
     * Ends all faults and wakes all tabs. Each tab then gets the session that the model expects. Finally closes all
     * tabs, and checks that no fibers or timers are left.
     */
    const end = Effect.gen(function*() {
      network.condition("reachable")
      yield* apply("wake all")
      yield* rest
      yield* time.pass(longestCall + failureLasts)
      yield* rest
      assert.strictEqual(pendingCalls.size, 0, "a call never ends")
      for (const tab of tabs) {
        yield* startCall(tab)
        yield* rest
        assert.strictEqual(pendingCalls.size, 0, "a call on a platform that responds immediately")
      }
      for (const tab of [...tabs]) yield* close(tab, "closed")
      yield* turns
      assert.deepStrictEqual(
        { fibers: fibers.now(), timers: time.timers(), locks: browser.locksHeld(), channels: browser.channelsOpen() },
        { fibers: 0, timers: 0, locks: 0, channels: 0 }
      )
    })

    for (const skew of setting.offsets) yield* open(skew)
    yield* apply({ signIn: "A", at: 0 })
    yield* rest
    return { apply: apply, rest, end }
  })

interface Moment {
  readonly network: Network
  readonly now: number
}

/**
 * A tab sends a refresh only if the token in the cookies has expired by the tab's own clock (docs/laws.md D1, D8, E4),
 * and only if no other tab is refreshing. Only tabs that have not been frozen since before the refresh began count as
 * refreshing. There are exceptions. A tab that wakes at that moment may already have waited long enough while it was
 * suspended. Without locks, tabs don't coordinate. Without a channel, a tab can't know that another tab is still
 * waiting for a slow network.
 */
const lawOfRefresh = (
  { browser, network, now, setting }: Moment & { readonly browser: Browser; readonly setting: typeof Setting.Type },
  { isRetry, realm, refreshToken }: UnderWay
) => {
  assert.isTrue(realm.isAwake(), "a suspended tab sent a refresh")
  const others = network.underWay().filter((other) => other.refreshToken === refreshToken)
  assert.isFalse(others.some((other) => other.realm === realm), "a tab sent two refreshes at a time")
  if (isRetry || !setting.locks) return
  const refreshing = others.filter((other) =>
    other.realm.isAwake() && Math.max(other.realm.awakeSince(), realm.awakeSince()) <= other.at
    && realm.wokenAt() !== other.at
    && (setting.channel || now - network.lastTroubleAt() > longestCall)
  )
  assert.isEmpty(refreshing, "two tabs refreshed at a time")
  const stored = sessionInJar(browser.cookies())
  assert.strictEqual(stored.refreshToken, refreshToken, "refreshed a session that is not stored")
  const token = stored.accessToken === undefined ? undefined : network.issued(stored.accessToken)
  if (token === undefined) return
  // a tab that waited for the lock already knew that the token had expired, possibly by a clock that has since been set
  const [, latest] = realm.offsetsSince(now - longestCall)
  const minimum = lifeByClock(token, realm, network.measuredSince(realm, token.at), now)[0] + realm.offset() - latest
  assert.isBelow(minimum, threshold, "refreshed a valid token")
}
