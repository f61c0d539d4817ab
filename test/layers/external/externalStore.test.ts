import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { type ExternalOptions, layer as layerExternal } from "../../../layers/external/index.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { emulated as emulatedInProcess } from "../../src/emulator/support/support.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { turns } from "../../support/suite/fibers.ts"

const seed = {
  revision: "2026-10",
  externalAuth: { "clerk-integration": true, "better-auth-integration": true, "workos-integration": true }
} as const

/** A vendor's SDK in a test: a current session, and tokens for it. */
class Vendor {
  current: string | null = "a"
  /** Result of `token` instead of a token of the current session. */
  fault: "none" | "throws" | "stale" | undefined
  tokens = 0
  freshTokens = 0
  private readonly listeners = new Set<() => void>()
  /** Runs after a token is issued and before it is returned. */
  beforeToken: () => void = () => {}

  private readonly issue: (session: string, isStale: boolean) => Promise<Redacted.Redacted>
  private readonly provider: ExternalOptions["provider"]

  constructor(
    issue: (session: string, isStale: boolean) => Promise<Redacted.Redacted>,
    provider: ExternalOptions["provider"]
  ) {
    this.issue = issue
    this.provider = provider
  }

  get options(): ExternalOptions {
    return {
      provider: this.provider,
      token: async ({ fresh }) => {
        this.tokens++
        if (fresh) this.freshTokens++
        if (this.fault === "throws") throw new Error("the vendor is down")
        if (this.fault === "none" || this.current === null) return null
        const token = await this.issue(this.current, this.fault === "stale")
        this.beforeToken()
        return token
      },
      sessionId: () => this.current,
      changes: (listener) => {
        this.listeners.add(listener)
        return () => this.listeners.delete(listener)
      }
    }
  }

  switchTo(session: string | null) {
    this.current = session
    for (const listener of this.listeners) listener()
  }
}

/** Opens the session of a vendor. Each of the vendor's sessions `a`, `b` and `c` belongs to a different user. */
const opened = (provider: ExternalOptions["provider"] = "clerk") =>
  Effect.gen(function*() {
    const { external } = yield* Emulator
    const vendor = new Vendor((session, isStale) =>
      external.token({
        providerId: `${provider}-integration`,
        subject: `user of ${session}`,
        sessionId: session,
        name: session,
        ...(isStale ? { expiresInMillis: -1000 } : { expiresInMillis: 3_600_000 })
      }), provider)
    const session = yield* Layer.build(Layer.fresh(layerSession().pipe(Layer.provide(layerExternal(vendor.options)))))
      .pipe(Effect.map(Context.get(Session)))
    return { session, vendor }
  })

const exchanges = Effect.map(
  Emulator.useSync(({ requests }) => requests.list()),
  (requests) => requests.filter(({ path }) => path.endsWith("/auth/external/token")).length
)

/** Name of the user whose token a call would carry. */
const nameIn = (tokens: Effect.Success<ReturnType<Session["Service"]["tokens"]>>): string | undefined =>
  Option.isNone(tokens)
    ? undefined
    : (JSON.parse(atob(Redacted.value(tokens.value.accessToken).split(".")[1]!)) as { readonly name: string }).name

const tokenOf = (session: Session["Service"]) => Effect.map(session.tokens(), nameIn)

const reasonOf = <A, R>(self: Effect.Effect<A, { readonly reason: object }, R>) =>
  Effect.map(Effect.flip(self), ({ reason }) => reason)

overBothTransports(({ emulated }) => {
  describe("ExternalStore.layer", () => {
    it.effect.each(["clerk", "better-auth", "workos"] as const)(
      "external-3: 100 concurrent callers share one exchange of %s's token, and requests never carry its session id",
      (provider) =>
        Effect.gen(function*() {
          const { session, vendor } = yield* opened(provider)
          const all = yield* Effect.all(Array.from({ length: 100 }, () => session.tokens()), {
            concurrency: "unbounded"
          })

          assert.deepStrictEqual(new Set(all.map(nameIn)), new Set(["a"]))
          assert.isTrue(all.every((tokens) => Option.isSome(tokens) && tokens.value.refreshToken === undefined))
          assert.strictEqual(yield* exchanges, 1)
          assert.strictEqual(vendor.tokens, 1)
        }).pipe(Effect.scoped, Effect.provide(emulated(seed)))
    )

    it.effect("external-3: the token is exchanged again before the access token expires", () =>
      Effect.gen(function*() {
        const { session } = yield* opened()
        yield* session.tokens()
        yield* TestClock.adjust("9 minutes")
        yield* session.tokens()
        assert.strictEqual(yield* exchanges, 1)
        yield* TestClock.adjust("50 seconds")
        assert.strictEqual(yield* tokenOf(session), "a")
        assert.strictEqual(yield* exchanges, 2)
      }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

    it.effect("external-4: a rejected token is replaced with a fresh one, and if that is also rejected, the call fails and the session stays", () =>
      Effect.gen(function*() {
        const { session, vendor } = yield* opened()
        vendor.fault = "stale"
        const reason = yield* reasonOf(session.tokens())

        assert.deepInclude(reason, { _tag: "InvalidExternalAuthToken", details: { reason: "expired" } })
        assert.deepStrictEqual([vendor.tokens, vendor.freshTokens, yield* exchanges], [2, 1, 2])
        assert.strictEqual(session.state()._tag, "SignedIn")
        vendor.fault = undefined
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* tokenOf(session), "a")
      }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

    it.effect("external-4: a project without the vendor's settings signs no user out", () =>
      Effect.gen(function*() {
        const { session } = yield* opened()
        const reason = yield* reasonOf(session.tokens())

        assert.deepInclude(reason, {
          _tag: "ExternalAuthProviderNotConfigured",
          details: { reason: "provider_disabled" }
        })
        assert.strictEqual(session.state()._tag, "SignedIn")
      }).pipe(Effect.scoped, Effect.provide(emulated({ revision: "2026-10" }))))

    it.effect.each(["none", "throws"] as const)(
      "external-5: if a vendor with a session returns no token or throws, only this call fails (%s)",
      (fault) =>
        Effect.gen(function*() {
          const { session, vendor } = yield* opened()
          vendor.fault = fault
          const reason = yield* reasonOf(session.tokens())
          vendor.fault = undefined

          assert.deepInclude(reason, {
            _tag: "ExternalSessionUnavailable",
            problem: fault === "none" ? "NoToken" : "VendorFailed"
          })
          assert.strictEqual(yield* tokenOf(session), "a")
        }).pipe(Effect.scoped, Effect.provide(emulated(seed)))
    )

    it.effect("external-5: without a session at the vendor, the client is signed out", () =>
      Effect.gen(function*() {
        const { session, vendor } = yield* opened()
        yield* session.tokens()
        vendor.switchTo(null)
        yield* turns

        assert.strictEqual(session.state()._tag, "SignedOut")
        assert.isTrue(Option.isNone(yield* session.tokens()))
        vendor.switchTo("a")
        yield* turns
        assert.strictEqual(yield* tokenOf(session), "a")
      }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

    it.effect.each(["b", "b a", "- a"])(
      "external-6: the result of an exchange is discarded if the session was replaced during the exchange (%s)",
      (switches) =>
        Effect.gen(function*() {
          const { session, vendor } = yield* opened()
          vendor.beforeToken = () => {
            vendor.beforeToken = () => {}
            for (const next of switches.split(" ")) vendor.switchTo(next === "-" ? null : next)
          }
          const reason = yield* reasonOf(session.tokens())

          assert.deepInclude(reason, { _tag: "ExternalSessionUnavailable", problem: "SessionChanged" })
          assert.strictEqual(yield* exchanges, 0)
          assert.strictEqual(yield* tokenOf(session), switches.split(" ").at(-1))
        }).pipe(Effect.scoped, Effect.provide(emulated(seed)))
    )

    it.effect("external-7: signing in or out with this client is rejected with an error that names the vendor", () =>
      Effect.gen(function*() {
        const { session } = yield* opened()
        const tokens = { accessToken: Redacted.make("a.b.c"), refreshToken: Redacted.make("r") }
        const reasons = [
          yield* reasonOf(session.keep(tokens)),
          yield* reasonOf(session.keepable as Effect.Effect<void, { readonly reason: object }>),
          yield* reasonOf(Effect.provideService(signOut(), Session, session))
        ]

        for (const reason of reasons) {
          assert.deepInclude(reason, { _tag: "InvalidConfiguration", setting: "tokenStore" })
        }
        assert.strictEqual(yield* tokenOf(session), "a")
      }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

    it.effect("external-7: a session that this program ended stays ended until the vendor has another one", () =>
      Effect.gen(function*() {
        const { session, vendor } = yield* opened()
        yield* session.tokens()
        yield* session.end
        vendor.switchTo("a")
        yield* turns
        assert.isTrue(Option.isNone(yield* session.tokens()))
        vendor.switchTo("b")
        yield* turns
        assert.strictEqual(yield* tokenOf(session), "b")
      }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

    it.effect.each([{ between: null }, { between: "b" }])(
      "external-7: a session that this program ended is current again if the vendor switched to $between and back",
      ({ between }) =>
        Effect.gen(function*() {
          const { session, vendor } = yield* opened()
          yield* session.tokens()
          yield* session.end
          vendor.switchTo(between)
          vendor.switchTo("a")
          yield* turns
          assert.strictEqual(yield* tokenOf(session), "a")
          yield* session.end
          vendor.switchTo(between)
          yield* turns
          vendor.switchTo("a")
          yield* turns
          assert.strictEqual(yield* tokenOf(session), "a")
        }).pipe(Effect.scoped, Effect.provide(emulated(seed)))
    )
  })
})

describe("any order of events at a vendor", () => {
  const Event = Schema.Union([
    Schema.Literals(["call", "two calls", "interrupt", "reject", "end"]),
    Schema.Struct({
      switchTo: Schema.Literals(["a", "b", "-"]),
      when: Schema.Literals(["now", "during the next exchange"])
    }),
    Schema.Struct({ fault: Schema.Literals(["none", "throws", "stale", "over"]) }),
    Schema.Struct({ wait: Schema.Literals(["1 second", "1 minute", "590 seconds", "11 minutes"]) })
  ])

  it.effect.prop(
    "external-8: whatever a vendor does, a call carries the current session's token, carries no token, or fails",
    { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 1, maxLength: 14 }) },
    ({ events }) =>
      Effect.gen(function*() {
        const { session, vendor } = yield* opened()
        const switchTo = (to: "a" | "b" | "-") => vendor.switchTo(to === "-" ? null : to)
        let ended: string | null = null

        /** Calls, and compares the result with the vendor's session before and after the call. */
        const call = Effect.gen(function*() {
          const before = vendor.current
          const found = yield* Effect.result(session.tokens())
          const after = vendor.current
          if (found._tag === "Failure") {
            const { _tag } = found.failure.reason
            assert.include(["ExternalSessionUnavailable", "InvalidExternalAuthToken"], _tag)
            assert.isTrue(vendor.fault !== undefined || wasFaulty || before !== after || wasSwitched)
            return
          }
          const name = nameIn(found.success)
          if (name === undefined) assert.isTrue([before, after].includes(null) || [before, after].includes(ended))
          else assert.include([before, after], name)
        })
        let wasFaulty = false
        let wasSwitched = false

        for (const event of events) {
          wasSwitched = false
          if (event === "call") yield* call
          else if (event === "two calls") yield* Effect.all([call, call], { concurrency: 2 })
          else if (event === "interrupt") {
            const fiber = yield* Effect.forkChild(session.tokens(), { startImmediately: true })
            yield* Effect.yieldNow
            yield* Fiber.interrupt(fiber)
          } else if (event === "reject") {
            const tokens = yield* session.tokensIfAny
            if (Option.isSome(tokens)) yield* session.rejected(tokens.value.accessToken)
          } else if (event === "end") {
            if (session.state()._tag === "SignedIn") ended = vendor.current
            yield* session.end
          } else if ("switchTo" in event) {
            if (event.when === "now") switchTo(event.switchTo)
            else {
              vendor.beforeToken = () => {
                wasSwitched = true
                vendor.beforeToken = () => {}
                switchTo(event.switchTo)
              }
            }
          } else if ("fault" in event) {
            wasFaulty ||= vendor.fault !== undefined
            vendor.fault = event.fault === "over" ? undefined : event.fault
          } else {
            yield* TestClock.adjust(event.wait)
            // a failed exchange delays the next one for at most half a minute
            if (event.wait !== "1 second" && vendor.fault === undefined) wasFaulty = false
          }
          yield* turns
          assert.strictEqual(session.state()._tag === "SignedOut", vendor.current === null || vendor.current === ended)
          if (vendor.current !== ended) ended = null
        }
      }).pipe(Effect.scoped, Effect.provide(emulatedInProcess(seed)))
  )
})
