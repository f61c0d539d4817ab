import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import type { LedgerEntry } from "../../../../layers/observe/ledger/entry.ts"
import { layer as layerLedger, SessionLedger } from "../../../../layers/observe/ledger/SessionLedger.ts"
import type { NewTokens } from "../../../../layers/session/Session.ts"
import { make, SessionPolicy } from "../../../../layers/session/SessionPolicy.ts"
import { lost } from "../../../support/platform/scriptedTransport.ts"
import { turns } from "../../../support/suite/fibers.ts"
import * as sessions from "../sessions.ts"

describe("any sequence of events", () => {
  const Event = Schema.Union([
    Schema.Literals(["read", "reject", "revoke", "sign out", "sign out elsewhere", "outage", "recovery", "upgrade"]),
    Schema.Struct({ signIn: Schema.Literals(["anonymous", "user"]), where: Schema.Literals(["here", "elsewhere"]) }),
    Schema.Struct({
      wait: Schema.Literals([1, 999, 4999, 5000, 19_999, 20_000, 580_000, 580_001, sessions.tenMinutes])
    })
  ])

  const withoutJitter = Schedule.min([Schedule.exponential("5 seconds"), Schedule.spaced("30 seconds")])

  /** State that the model expects for a signed-in user. */
  interface Expected {
    readonly tokens: NewTokens
    readonly anonymous: boolean
    readonly rejected: boolean
    readonly revoked: boolean
  }

  const expiryOf = (tokens: NewTokens): number =>
    JSON.parse(atob(Redacted.value(tokens.accessToken).split(".")[1]!)).exp * 1000

  const keyOf = (tokens: NewTokens) => Redacted.value(tokens.refreshToken)

  /** Returns whether a user is signed in according to a ledger, and the number of this program's refreshes. */
  const told = (entries: ReadonlyArray<LedgerEntry>) => {
    let signedIn = false
    let refreshed = 0
    for (const entry of entries) {
      if (entry._tag === "SignedIn") signedIn = true
      if (entry._tag === "Ended" && entry.by !== "replaced") signedIn = false
      if (entry._tag === "RefreshFailed" || entry._tag === "RefreshRejected") refreshed++
      if (entry._tag === "Refreshed" && entry.by === "here") refreshed++
    }
    return { refreshed, signedIn }
  }

  it.effect.prop(
    "D16 D22: the session and its ledger match the model after any sequence of events, whether the session is signed out, anonymous, signed in, stale or expired",
    { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 1, maxLength: 60 }) },
    ({ events }) =>
      Effect.gen(function*() {
        const platform = yield* sessions.started
        const store = yield* sessions.storeOf(null)
        const records = yield* Layer.build(layerLedger({ capacity: Infinity }))
        const session = yield* sessions.singleAttempt(sessions.open(platform, store)).pipe(
          Effect.provideService(SessionPolicy, make({ coolDown: withoutJitter })),
          Effect.provideContext(Context.omit(SessionLedger)(records))
        )
        let model: Expected | undefined
        let failure: { readonly key: string; readonly at: number; readonly pause: number } | undefined
        let outage = false
        let refreshes = 0

        /** Returns the result that the model expects if a caller requests tokens now. */
        const expectation = (now: number): "signed out" | "unchanged" | "new" | "ConnectionFailed" | "expired" => {
          if (model === undefined) return "signed out"
          const remaining = model.rejected ? 0 : expiryOf(model.tokens) - now
          if (remaining >= 20_000) return "unchanged"
          const ifNotRefreshed = remaining > 0 ? "unchanged" : "ConnectionFailed"
          if (failure?.key === keyOf(model.tokens) && now - failure.at < failure.pause) return ifNotRefreshed
          refreshes++
          if (outage) {
            const key = keyOf(model.tokens)
            failure = { key, at: now, pause: failure?.key === key ? Math.min(30_000, failure.pause * 2) : 5000 }
            return ifNotRefreshed
          }
          if (model.revoked) return "expired"
          failure = undefined
          return "new"
        }

        const readTokens = Effect.gen(function*() {
          const expected = expectation(yield* Clock.currentTimeMillis)
          const found = yield* Effect.result(session.tokens())
          const actual = found._tag === "Failure"
            ? found.failure.reason._tag
            : sessions.textOf(found.success) ?? "signed out"
          switch (expected) {
            case "unchanged":
              return assert.strictEqual(actual, Redacted.value(model!.tokens.accessToken))
            case "expired":
              model = undefined
              return assert.strictEqual(actual, "RefreshTokenNotFoundOrExpired")
            case "new": {
              const tokens = { ...model!.tokens, accessToken: Redacted.make(actual) }
              assert.isTrue(platform.accepts(tokens.accessToken))
              assert.notStrictEqual(actual, Redacted.value(model!.tokens.accessToken))
              model = { ...model!, tokens, rejected: false }
              return
            }
            default:
              return assert.strictEqual(actual, expected)
          }
        })

        const apply = (event: typeof Event.Type) =>
          Effect.gen(function*() {
            if (typeof event === "object" && "wait" in event) return yield* TestClock.adjust(event.wait)
            if (typeof event === "object") {
              const anonymous = event.signIn === "anonymous"
              const tokens = platform.signIn(anonymous ? { role: "anon" } : {})
              model = { tokens, anonymous, rejected: false, revoked: false }
              return yield* event.where === "here"
                ? session.keep(tokens)
                : Effect.asVoid(store.compareAndSet(yield* store.get, tokens))
            }
            switch (event) {
              case "read":
                return yield* readTokens
              case "reject":
                if (model !== undefined) {
                  assert.isTrue(yield* session.rejected(model.tokens.accessToken))
                  model = { ...model, rejected: true }
                }
                return
              case "revoke":
                if (model !== undefined) platform.revoke(model.tokens)
                model &&= { ...model, revoked: true }
                return
              case "upgrade":
                if (model !== undefined && !model.revoked) {
                  platform.upgrade(model.tokens)
                  model = { tokens: platform.refresh(model.tokens), anonymous: false, rejected: false, revoked: false }
                  yield* session.keep(model.tokens)
                }
                return
              case "sign out":
                model = undefined
                return yield* session.end
              case "sign out elsewhere":
                model = undefined
                return yield* store.compareAndSet(yield* store.get, null)
              case "outage":
              case "recovery":
                outage = event === "outage"
                return platform.meet(outage ? lost : undefined)
            }
          })

        for (const event of events) {
          yield* apply(event)
          yield* turns

          const stored = yield* store.get
          assert.strictEqual(platform.refreshes(), refreshes)
          assert.strictEqual(session.state()._tag, model === undefined ? "SignedOut" : "SignedIn")
          assert.strictEqual(sessions.claimsIn(session)?.isAnonymous, model?.anonymous)
          assert.strictEqual(
            sessions.accessOf(stored),
            model?.rejected ? undefined : sessions.accessOf(model?.tokens ?? null)
          )
          assert.strictEqual(
            stored === null ? undefined : Redacted.value(stored.refreshToken!),
            model && keyOf(model.tokens)
          )
        }

        // the origin of the last change may still be unknown
        yield* TestClock.adjust("1 second")
        const { refreshed, signedIn } = told(Context.get(records, SessionLedger).entries())
        assert.deepStrictEqual({ signedIn, refreshed }, { signedIn: model !== undefined, refreshed: refreshes })
      }),
    { arbitrary: { size: 60 } }
  )
})
