/** Tabs of one browser, what happens to them, and the laws that hold of each token they get and each refresh they send. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Tabs } from "../../../../layers/browser/Tabs.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { CookiePage, layerCookies } from "../../../../layers/session/browserCookies.ts"
import { turns } from "../../../support/fibers.ts"
import * as sessions from "../sessions.ts"
import { answered, type Asking } from "./asking.ts"
import { type Browser, browserOf } from "./browser.ts"
import { call, failureLasts, type Surroundings, threshold } from "./call.ts"
import { expectedSession } from "./expectedSession.ts"
import { sessionInJar } from "./jar.ts"
import { lifeByClock } from "./lifeByClock.ts"
import { type Network, networkOf, type UnderWay } from "./network.ts"
import { countedFibers, type Program as Tab, startProgram } from "./program.ts"
import { virtualTime } from "./virtualTime.ts"

const minute = 60_000
const hour = 60 * minute
const mostTabs = 5

/** Each tab may wait for all others to try in vain: twice 30 s and the wait between; and for a silent one 5 s. */
const longestAsk = mostTabs * (2 * 30_000 + 1500) + 5000

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const tab = between(0, mostTabs - 1)
const offset = between(-2 * hour, 2 * hour)

const Ask = Schema.Struct({ ask: tab, times: between(1, 3) })
const Wait = Schema.Struct({ wait: Schema.Literals([1, 700, 6000, 31_000, 5 * minute, 580_000, 10 * minute]) })
const SignIn = Schema.Struct({ signIn: Schema.Literals(["A", "B"]), at: tab })
const Weather = Schema.Struct({
  weather: Schema.Union([
    Schema.Literals(["fine", "fine", "away", "loses answers"]),
    Schema.Struct({ slow: Schema.Literals([300, 4000, 14_000, 40_000]) })
  ])
})

/** What happens; what is there twice happens more often. Where it names a tab, it is one of those that are awake. */
export const Happening = Schema.Union([
  Ask,
  Ask,
  Ask,
  Wait,
  Wait,
  Wait,
  SignIn,
  SignIn,
  Weather,
  Schema.Struct({ askAndLeave: tab, after: between(0, 12) }),
  Schema.Struct({ signOut: tab }),
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
  /** Tabs have the clock of their machine; with more than one clock, each is tried for what it alone gets wrong. */
  clocks: Schema.Literals(["one", "each its own"]),
  /** The tabs at the beginning, by the clock of each. */
  offsets: Schema.NonEmptyArray(offset).check(Schema.isMaxLength(3))
})

export const tabsOfOneBrowser = (setting: typeof Setting.Type) =>
  Effect.gen(function*() {
    const platform = yield* sessions.started
    const { send } = yield* Effect.provide(Transport, platform.layer)
    const time = yield* virtualTime()
    const browser = browserOf(time, setting)
    const fibers = countedFibers()
    const expected = expectedSession()
    const rejected = new Set<string>()
    const tabs: Array<Tab> = []
    const asking = new Set<Asking>()
    /** What a tab that woke up holds, for it has not heard of anything yet. */
    const outdated = new Map<Tab, string | undefined>()
    const possible = (tab: Tab) => new Set([...expected.sinceRest(), ...(outdated.has(tab) ? [outdated.get(tab)] : [])])
    let machineOffset = setting.offsets[0]
    let lastChangeAt = time.now()

    const network = networkOf(time, platform, send, {
      sent: (refresh) => lawOfRefresh({ browser, setting, network, now: time.now() }, refresh),
      refused: (refreshToken) => {
        assert.isTrue(expected.isRevoked(refreshToken), "the platform refused a session that nobody revoked")
        expected.end(refreshToken)
        lastChangeAt = time.now()
      }
    })

    const open = (own: number) =>
      Effect.gen(function*() {
        if (tabs.length >= mostTabs) return
        const page = browser.open(setting.clocks === "one" ? machineOffset : own)
        const store = layerCookies({}).pipe(
          Layer.provide([Layer.succeed(CookiePage, page.cookies), Layer.succeed(Tabs, page.tabs)])
        )
        tabs.push(yield* startProgram(page, store, network, fibers))
        yield* turns
      })
    const awake = () => tabs.filter(({ realm }) => realm.isAwake())
    const pick = (index: number) => {
      const those = awake()
      return those[index % those.length]
    }

    const surroundings: Surroundings = {
      network,
      now: time.now,
      possible,
      isRevoked: expected.isRevoked,
      accepts: (token) => !rejected.has(Redacted.value(token)) && platform.accepts(token)
    }
    const ask = (tab: Tab) =>
      Effect.map(tab.run(call(tab, surroundings)), (fiber) => {
        const one = { program: tab, since: time.now(), fiber }
        asking.add(one)
        return one
      })

    const close = (tab: Tab, how: "closed" | "killed") =>
      Effect.gen(function*() {
        yield* turns
        tabs.splice(tabs.indexOf(tab), 1)
        for (const one of asking) if (one.program === tab) asking.delete(one)
        if (how === "killed") tab.realm.kill()
        yield* tab.close
        tab.realm.kill()
      })

    const happen = (it: typeof Happening.Type): Effect.Effect<void, never, Scope.Scope> =>
      Effect.gen(function*() {
        if (it === "reject the access token") {
          const { accessToken } = sessionInJar(browser.cookies())
          if (accessToken !== undefined) rejected.add(accessToken)
        } else if (it === "revoke the session") {
          const refreshToken = expected.now()
          if (refreshToken === undefined) return
          expected.revoke()
          platform.revoke({ refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make("") })
        } else if (it === "wake all" || it === "wake one") {
          const asleep = tabs.filter(({ realm }) => !realm.isAwake())
          for (const tab of it === "wake one" ? asleep.slice(0, 1) : asleep) {
            outdated.set(tab, tab.holds())
            tab.realm.wake()
          }
        } else if ("wait" in it) {
          yield* time.pass(it.wait)
        } else if ("weather" in it) {
          network.weather(it.weather)
        } else if ("open" in it) {
          yield* open(it.open)
        } else if ("jump" in it) {
          yield* turns
          machineOffset += it.jump
          const these = setting.clocks === "one" ? tabs : [pick(it.at)].filter((each) => each !== undefined)
          for (const { realm } of these) realm.jump(it.jump)
        } else if ("ask" in it) {
          const tab = pick(it.ask)
          if (tab === undefined) return
          for (let times = 0; times < it.times; times++) yield* ask(tab)
        } else if ("askAndLeave" in it) {
          const tab = pick(it.askAndLeave)
          if (tab === undefined) return
          const { fiber } = yield* ask(tab)
          for (let turn = 0; turn < it.after; turn++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
        } else if ("signIn" in it) {
          const tab = pick(it.at)
          if (tab === undefined) return
          const tokens = network.signIn(tab.realm, { sub: it.signIn })
          expected.signIn(Redacted.value(tokens.refreshToken), it.signIn)
          yield* Effect.orDie(Effect.flatMap(
            tab.run(tab.session.keep(tokens, tab.realm.clock.currentTimeMillisUnsafe())),
            Fiber.join
          ))
          lastChangeAt = time.now()
        } else if ("signOut" in it) {
          const tab = pick(it.signOut)
          if (tab === undefined) return
          expected.end(tab.holds())
          yield* Effect.flatMap(tab.run(tab.session.end), Fiber.join)
          lastChangeAt = time.now()
        } else if ("close" in it) {
          const tab = pick(it.close)
          if (tab !== undefined) yield* close(tab, it.how)
        } else if ("freeze" in it) {
          yield* turns
          if (awake().length > 1) pick(it.freeze)?.realm.freeze()
        }
      })

    /** All that does not wait for time or for the platform comes to its end. Then the laws of every moment hold. */
    const rest = Effect.gen(function*() {
      yield* turns
      if (!setting.channel) {
        browser.poll()
        yield* turns
      }
      yield* answered(asking)
      const now = time.now()
      for (const { holds } of awake()) assert.strictEqual(holds(), expected.now(), "who is signed in, by a tab")
      const { accessToken, pairedWith, refreshToken } = sessionInJar(browser.cookies())
      if (awake().length > 0) assert.strictEqual(refreshToken, expected.now(), "who is signed in, by the cookies")
      assert.strictEqual(pairedWith, accessToken === undefined ? undefined : refreshToken, "a pair")
      if (accessToken !== undefined) assert.strictEqual(network.issued(accessToken)?.refreshToken, refreshToken)
      for (const { program: { realm }, since } of asking) {
        if (!realm.isAwake()) continue
        assert.isAtMost(now - Math.max(since, realm.awakeSince(), lastChangeAt), longestAsk, "a call that waits")
      }
      if (time.timers() === 0 && tabs.every(({ realm }) => realm.isAwake())) {
        assert.strictEqual(asking.size, 0, "nobody is at work, and somebody waits")
        assert.strictEqual(browser.locksHeld(), 0, "nobody is at work, and somebody has the lock")
      }
      outdated.clear()
      if (awake().length > 0) expected.rest()
    })

    /** The faults are over, all tabs are awake: each gets what the model says. Then they are closed, and leave nothing. */
    const end = Effect.gen(function*() {
      network.weather("fine")
      yield* happen("wake all")
      yield* rest
      yield* time.pass(longestAsk + failureLasts)
      yield* rest
      assert.strictEqual(asking.size, 0, "a call that never ends")
      for (const tab of tabs) {
        yield* ask(tab)
        yield* rest
        assert.strictEqual(asking.size, 0, "a call on a platform that answers at once")
      }
      for (const tab of [...tabs]) yield* close(tab, "closed")
      yield* turns
      assert.deepStrictEqual(
        { fibers: fibers.now(), timers: time.timers(), locks: browser.locksHeld(), channels: browser.channelsOpen() },
        { fibers: 0, timers: 0, locks: 0, channels: 0 }
      )
    })

    for (const own of setting.offsets) yield* open(own)
    yield* happen({ signIn: "A", at: 0 })
    yield* rest
    return { happen, rest, end }
  })

interface Moment {
  readonly network: Network
  readonly now: number
}

/**
 * A refresh is sent only where the token in the cookies is over for the tab that sends it (docs/laws.md D1, D8, E4), which
 * is once in a life but for clocks that differ, and only where nobody else is at it: nobody who is awake, and has been
 * since before it began. Who wakes in the moment that it begins may have waited for long enough in its sleep. Without locks
 * each tab is on its own, and without a channel nobody knows that another one is still at work in a network with troubles.
 */
const lawOfRefresh = (
  { browser, network, now, setting }: Moment & { readonly browser: Browser; readonly setting: typeof Setting.Type },
  { isRetry, realm, refreshToken }: UnderWay
) => {
  assert.isTrue(realm.isAwake(), "a tab that sleeps sends nothing")
  const others = network.underWay().filter((other) => other.refreshToken === refreshToken)
  assert.isFalse(others.some((other) => other.realm === realm), "a tab refreshes twice at a time")
  if (isRetry || !setting.locks) return
  const atWork = others.filter((other) =>
    other.realm.isAwake() && Math.max(other.realm.awakeSince(), realm.awakeSince()) <= other.at
    && realm.wokenAt() !== other.at
    && (setting.channel || now - network.lastTroubleAt() > longestAsk)
  )
  assert.isEmpty(atWork, "two tabs refresh at a time")
  const kept = sessionInJar(browser.cookies())
  assert.strictEqual(kept.refreshToken, refreshToken, "a refresh of a session that is not there")
  const token = kept.accessToken === undefined ? undefined : network.issued(kept.accessToken)
  if (token === undefined) return
  // whoever waited for the lock knew before that the token is over, perhaps by a clock that was set meanwhile
  const [, latest] = realm.offsetsSince(now - longestAsk)
  const least = lifeByClock(token, realm, network.measuredSince(realm, token.at), now)[0] + realm.offset() - latest
  assert.isBelow(least, threshold, "a refresh while the token is good")
}
