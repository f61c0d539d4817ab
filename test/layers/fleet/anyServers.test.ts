import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { SharedRecordsFailed } from "../../../layers/fleet/SharedRecords.ts"
import type { NewTokens } from "../../../layers/session/Session.ts"
import { cookieOf, finished, pass, serverOver, settled, sharedStore } from "../../support/platform/fleet.ts"
import { lost } from "../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { runs } from "../../support/suite/properties.ts"

describe("any events on the servers of a fleet", () => {
  const today = 1_750_000_000_000
  const fleetSize = 3
  const server = Schema.Literals([0, 1, 2])
  const Call = Schema.Struct({ call: server, times: Schema.Literals([1, 4]) })
  const Wait = Schema.Struct({ wait: Schema.Literals([1000, 6000, 40_000, 581_000, 600_001]) })
  const Event = Schema.Union([
    Call,
    Call,
    Call,
    Wait,
    Wait,
    Schema.Literals(["all call", "all call", "sign in", "outage", "recovery"]),
    Schema.Struct({ signOut: server, refreshing: server }),
    Schema.Struct({ storeAway: server }),
    Schema.Struct({ storeBack: server }),
    Schema.Struct({ crash: server, midRefresh: Schema.Boolean })
  ])

  /** Session that the model expects, and the browser's cookie for it. */
  interface Expected {
    readonly tokens: NewTokens
    readonly cookie: string
  }

  it.effect.prop(
    "D5 D6: after any sequence of events, the servers of a fleet have the session that the model expects, and share one refresh",
    { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 12, maxLength: 25 }) },
    ({ events }) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(today)
        const platform = yield* tokenPlatform
        platform.takes(300)
        const store = yield* sharedStore
        const open = serverOver(store, platform)
        const fleet = yield* Effect.forEach(Array(fleetSize), () => open)
        const away = new Set<number>()
        const endedCookies: Array<string> = []
        let current: Expected | undefined
        let platformIsAway = false
        let faults = 0

        const signIn = Effect.gen(function*() {
          const at = fleet.findIndex((_, index) => !away.has(index))
          if (at < 0) return
          const tokens = platform.signIn()
          const { opened, session } = yield* fleet[at]!.request(current?.cookie)
          yield* session.keep(tokens)
          const cookie = cookieOf(opened.setCookies()[0])!
          if (current !== undefined) endedCookies.push(current.cookie)
          current = { tokens, cookie }
        })

        /**
         * Requests a session from a server. The result must be the session that the model expects, or a typed error of
         * the store.
         */
        const call = (at: number) =>
          Effect.gen(function*() {
            const expected = current
            const found = yield* Effect.result(fleet[at]!.request(expected?.cookie))
            if (found._tag === "Failure") {
              assert.instanceOf(found.failure, SharedRecordsFailed)
              return assert.isTrue(away.has(at), "failed with a reachable store")
            }
            assert.strictEqual(found.success.opened.signedIn, expected !== undefined)
            const tokens = yield* Effect.result(found.success.session.tokens())
            if (tokens._tag === "Failure") {
              return assert.isTrue(faults > 0, tokens.failure.reason._tag)
            }
            if (expected === undefined) return assert.isTrue(Option.isNone(tokens.success))
            const { accessToken, refreshToken } = Option.getOrThrow(tokens.success)
            assert.strictEqual(Redacted.value(refreshToken!), Redacted.value(expected.tokens.refreshToken))
            assert.isTrue(platform.accepts(accessToken))
          })
        const callAll = (servers: ReadonlyArray<number>) =>
          Effect.flatMap(
            Effect.forkChild(Effect.forEach(servers, call, { concurrency: "unbounded", discard: true })),
            finished
          )

        const apply = (event: typeof Event.Type) =>
          Effect.gen(function*() {
            if (event === "sign in") return yield* signIn
            if (event === "all call") return yield* callAll([0, 1, 2, 0, 1, 2])
            if (event === "outage" || event === "recovery") {
              platformIsAway = event === "outage"
              if (platformIsAway) faults++
              return platform.meet(platformIsAway ? lost : undefined)
            }
            if ("wait" in event) {
              yield* TestClock.adjust(event.wait)
              return yield* settled
            }
            if ("call" in event) return yield* callAll(Array(event.times).fill(event.call))
            if ("signOut" in event) {
              if (current === undefined || away.has(event.signOut)) return
              yield* Effect.forkChild(Effect.exit(fleet[event.refreshing]!.tokens(current.cookie)))
              yield* settled
              const { session } = yield* fleet[event.signOut]!.request(current.cookie)
              endedCookies.push(current.cookie)
              current = undefined
              yield* session.end
              return yield* pass(1000)
            }
            if ("storeAway" in event || "storeBack" in event) {
              const [at, is] = "storeAway" in event ? [event.storeAway, true] : [event.storeBack, false]
              if (is) away.add(at)
              else away.delete(at)
              faults++
              fleet[at]!.setAway(is)
              return yield* pass(1000)
            }
            faults++
            if (event.midRefresh) {
              yield* Effect.forkChild(Effect.exit(call(event.crash)))
              yield* settled
            }
            yield* fleet[event.crash]!.crash
            away.delete(event.crash)
            fleet[event.crash] = yield* open
          })

        yield* signIn
        for (const event of events) {
          const before = platform.refreshes()
          yield* apply(event)
          if (away.size === 0 && !platformIsAway) {
            assert.isAtMost(platform.refreshes() - before, 1, "one refresh for all servers")
          }
          // An ended session must not come back: a server that can reach the store must reject its cookie.
          const there = fleet.findIndex((_, index) => !away.has(index))
          for (const cookie of there < 0 ? [] : endedCookies.slice(-1)) {
            assert.isFalse((yield* fleet[there]!.request(cookie)).opened.signedIn)
          }
        }

        platform.meet(undefined)
        for (const [at, each] of fleet.entries()) {
          each.setAway(false)
          away.delete(at)
        }
        yield* pass(90_000, 5000)
        faults = 0
        yield* callAll([0, 1, 2])
      }).pipe(Effect.scoped),
    { arbitrary: { runs: runs(50), size: 25 } }
  )
})
