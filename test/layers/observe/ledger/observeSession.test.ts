import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Tracer from "effect/Tracer"
import type { LedgerEntry } from "../../../../layers/observe/ledger/entry.ts"
import { observeSession } from "../../../../layers/observe/ledger/observeSession.ts"
import type { CurrentSession } from "../../../../layers/session/currentSession.ts"
import { make } from "../../../../layers/session/SessionPolicy.ts"
import type { AccessTokenClaims } from "../../../../schemas/entities/AccessTokenClaims.ts"
import { CallError, TimedOut } from "../../../../schemas/errors/CallError.ts"
import { RefreshTokenNotFoundOrExpired } from "../../../../schemas/errors/session.ts"

interface Fake {
  readonly user?: string
  readonly anonymous?: boolean
  readonly refreshToken?: string | null
  readonly accessToken?: string
  readonly skew?: number
  readonly expiresAt?: number
}

/** A session of a user. */
const sessionOf = (
  { accessToken = "token", anonymous = false, expiresAt = 10_000, refreshToken = "Ada", skew, user = "Ada" }: Fake = {}
): CurrentSession => ({
  key: `refresh-${refreshToken}`,
  tokens: {
    accessToken: Redacted.make(accessToken),
    refreshToken: refreshToken === null ? undefined : Redacted.make(refreshToken)
  },
  life: { issuedAt: 0, expiresAt },
  clockSkewMillis: skew ?? 0,
  clockSkewMeasured: skew !== undefined,
  state: () => ({
    _tag: "SignedIn",
    claims: Option.some({ sub: user, refreshTokenId: `id of ${user}`, isAnonymous: anonymous } as AccessTokenClaims)
  })
})

const flow = { _tag: "Span", name: "a flow", parent: Option.none() } as unknown as Tracer.AnySpan

/** A ledger of a session that the test changes. */
const recording = (initial: CurrentSession | null = null) => {
  let [now, messageAt, current] = [100_000, -Infinity, initial]
  const entries: Array<LedgerEntry> = []
  const waits: Array<() => void> = []
  const { observer, session } = observeSession({
    now: () => now,
    add: (entry) => entries.push({ ...entry, id: entries.length + 1 } as LedgerEntry),
    lastMessageAt: () => messageAt,
    waitForMessage: (_, then) => void waits.push(then)
  })
  const facts = { session: () => current, storage: "a store", sessionPolicy: make() }
  const { built, changed, hooks } = session(facts)
  built?.()
  const started = { startedAt: now, span: flow }
  return {
    hooks: hooks!,
    another: session(facts),
    observer,
    /** Fields of the entries that differ between tests. */
    told: () =>
      entries.map((entry) => {
        const { at: _at, id: _id, sessionId: _sessionId, userId: _userId, ...rest } = entry
        return rest
      }),
    entries,
    set: (next: CurrentSession | null) => {
      current = next
      changed?.()
    },
    later: (millis: number) => {
      now += millis
    },
    message: (ago = 0) => {
      messageAt = now - ago
    },
    /** Ends the waits for messages. */
    waited: () => waits.splice(0).forEach((then) => then()),
    waits,
    keep: () => hooks!.keep!({ ...started, args: [{ refreshToken: Redacted.make("Ada") }] }) as () => void,
    end: () => hooks!.end!({ ...started, args: [] }) as () => void,
    revoke: (other?: Fake) =>
      hooks!.endAndRevoke!({
        ...started,
        args: [Effect.void, other && sessionOf(other).tokens] as never
      }) as (() => void) | undefined,
    rejected: (token = "token") => hooks!.rejected!({ ...started, args: [Redacted.make(token)] }) as () => void,
    endInStore: () => hooks!.endInStore!({ ...started, args: [Effect.void] as never }) as () => void,
    endOf: () => hooks!.endOf!({ ...started, args: [{} as never] }) as () => void,
    tokens: () => hooks!.tokens!({ ...started, args: [] }) as () => void,
    /** A call with one attempt. */
    call: (endpoint: string, exit: Exit.Exit<unknown, unknown>, code?: string, span: Tracer.AnySpan = flow) => {
      const call = observer.call({
        endpoint,
        method: "POST",
        path: "/",
        server: "https://api.test",
        startedAt: now,
        span
      })
      return {
        attempt: (status = 200) => {
          const attempt = call.attempt({ number: 1, startedAt: now, wait: undefined })
          attempt.status(status)
          attempt.ended(now, code)
        },
        end: () => call.ended(now, exit)
      }
    }
  }
}

const refresh = "oauth.refresh"

describe("a change of the session", () => {
  it("D22: an unchanged session, or a session that only lost its access token, adds no entry", () => {
    const session = sessionOf()
    const { set, told } = recording(session)
    set({ ...session })
    set({ ...session, tokens: { ...session.tokens, accessToken: undefined } })

    assert.deepStrictEqual(told(), [{ _tag: "Found", storage: "a store" }])
  })

  it("D22: a program that begins signed out has no entry before the first sign-in, even after a notification of a change", () => {
    const { set, told } = recording()
    set(null)
    set(sessionOf({ anonymous: true, skew: 5 }))

    assert.deepStrictEqual(told(), [{ _tag: "SignedIn", by: "elsewhere", isAnonymous: true }])
  })

  it("D22: the entry of a sign-in by this program names the function, and the clock skew if it was measured", () => {
    const measured = recording()
    measured.keep()
    measured.set(sessionOf({ skew: 5 }))
    const unmeasured = recording()
    unmeasured.keep()
    unmeasured.set(sessionOf())

    const entry = { _tag: "SignedIn", by: "here", flow: "a flow", isAnonymous: false } as const
    assert.deepStrictEqual(measured.told(), [{ ...entry, clockSkewMillis: 5 }])
    assert.deepStrictEqual(unmeasured.told(), [entry])
    assert.deepInclude(measured.entries[0], { at: 100_000, sessionId: "id of Ada", userId: "Ada" })
  })

  it("D22: a session that the store rejects is recorded as ended by this program", () => {
    const { keep, set, told } = recording()
    const end = keep()
    set(sessionOf())
    set(null)
    end()

    assert.deepInclude(told()[1], { _tag: "Ended", by: "here", flow: "a flow" })
  })

  it("D22: a change is attributed to a use only if it happens during that use", () => {
    const { end, keep, set, told, waited } = recording(sessionOf())
    const endOfKeep = keep()
    const endOfEnd = end()
    // the end of an earlier use doesn't end a later one
    endOfKeep()
    set(null)
    set(sessionOf({ refreshToken: "Ben", user: "Ben" }))
    endOfEnd()
    set(null)
    waited()

    assert.deepStrictEqual(told().slice(1).map((entry) => "by" in entry ? entry.by : undefined), [
      "here",
      "elsewhere",
      "vanished"
    ])
  })

  it("D27: the sign-out of another account isn't attributed to the session", () => {
    const { revoke, set, told, waited } = recording(sessionOf())
    assert.isUndefined(revoke({ refreshToken: "Ben" }))
    set(null)
    waited()
    assert.deepInclude(told()[1], { by: "vanished" })

    const own = recording(sessionOf())
    assert.isFunction(own.revoke())
    own.set(null)
    assert.deepInclude(own.told()[1], { by: "here", flow: "a flow" })
  })

  it("D22: if a function ends a session by changing the token store, that end is attributed to the function, but a later end isn't", () => {
    const { endInStore, set, told, waited } = recording(sessionOf())
    const end = endInStore()
    set(null)
    end()
    set(sessionOf())
    endInStore()()
    set(null)
    waited()

    assert.deepStrictEqual(told().filter(({ _tag }) => _tag === "Ended"), [
      { _tag: "Ended", by: "here", flow: "a flow" },
      { _tag: "Ended", by: "vanished" }
    ])
  })

  it("D22: the cause of a session's end isn't attributed to the next session or its end", () => {
    const uses = {
      end: { by: "here", flow: "a flow" },
      revoke: { by: "here", flow: "a flow" },
      endInStore: { by: "here", flow: "a flow" },
      endOf: { by: "platform", because: 2 },
      rejected: { by: "platform", because: 2 }
    } as const
    for (const [use, end] of Object.entries(uses)) {
      const { set, told, waited, ...hooks } = recording(sessionOf())
      hooks[use as keyof typeof uses]()
      set(null)
      set(sessionOf({ refreshToken: "Ben", user: "Ben" }))
      set(null)
      waited()

      assert.deepStrictEqual(told().slice(-3), [
        { _tag: "Ended", ...end },
        { _tag: "SignedIn", by: "elsewhere", isAnonymous: false },
        { _tag: "Ended", by: "vanished" }
      ], use)
    }
  })

  it("D22: a session of another user is recorded as a replacement, and a new session of the same user isn't", () => {
    const { set, told } = recording(sessionOf())
    set(sessionOf({ refreshToken: "Ben", user: "Ben" }))
    set(sessionOf({ refreshToken: "Ben again", user: "Ben" }))

    assert.deepStrictEqual(told().slice(1), [
      { _tag: "SignedIn", by: "elsewhere", isAnonymous: false },
      { _tag: "Ended", by: "replaced", because: 2 },
      { _tag: "SignedIn", by: "elsewhere", isAnonymous: false }
    ])
  })

  it("D22: the ledger distinguishes an upgrade in another program from a refresh", () => {
    const { set, told } = recording(sessionOf({ anonymous: true }))
    set(sessionOf({ accessToken: "second", anonymous: true, skew: 7 }))
    set(sessionOf({ accessToken: "third" }))

    assert.deepStrictEqual(told().slice(1), [{ _tag: "Refreshed", by: "elsewhere" }, {
      _tag: "Upgraded",
      by: "elsewhere"
    }])
  })

  it("D22: the end of a session is recorded as expiry only if the session has expired and has no refresh token", () => {
    const ends = (fake: Fake) => {
      const { set, told, waited } = recording(sessionOf(fake))
      set(null)
      waited()
      return told().at(-1)
    }

    assert.deepInclude(ends({ refreshToken: null, expiresAt: 100_000 }), { by: "expired" })
    assert.deepInclude(ends({ refreshToken: null, expiresAt: 100_001 }), { by: "vanished" })
    assert.deepInclude(ends({ expiresAt: 100_000 }), { by: "vanished" })
  })

  it("D22: a message from another tab explains an end that happens at most a second before or after the message", () => {
    const ends = (ago: number) => {
      const { message, set, told, waits } = recording(sessionOf())
      message(ago)
      set(null)
      return waits.length === 0 ? told().at(-1) : "waits"
    }
    assert.deepInclude(ends(1000), { by: "anotherTab" })
    assert.strictEqual(ends(1001), "waits")

    const { message, set, told, waited } = recording(sessionOf())
    set(null)
    message()
    waited()
    assert.deepInclude(told().at(-1), { by: "anotherTab" })
  })

  it("D22: entries keep the order and the times of the changes while the origin of an end is unknown", () => {
    const { entries, later, set, told, waited } = recording(sessionOf())
    set(null)
    later(10)
    set(sessionOf({ refreshToken: "Ben", user: "Ben" }))
    set(null)
    later(10)
    set(sessionOf())
    assert.lengthOf(told(), 1)
    waited()
    waited()

    assert.deepStrictEqual(entries.map(({ _tag, at, userId }) => [_tag, at, userId]), [
      ["Found", 100_000, "Ada"],
      ["Ended", 100_000, "Ada"],
      ["SignedIn", 100_010, "Ben"],
      ["Ended", 100_010, "Ben"],
      ["SignedIn", 100_020, "Ada"]
    ])
  })

  it("a ledger records only the first session that is built with it", () => {
    const { another, entries } = recording(sessionOf())

    assert.deepStrictEqual(another, {})
    assert.lengthOf(entries, 1)
  })
})

describe("a refresh", () => {
  it("D22: the entry of a refresh by this program has the attempts, callers, duration and function if the refresh ended at most a second before", () => {
    const refreshed = (wait: number) => {
      const { call, later, set, told, tokens } = recording(sessionOf())
      const ends = [tokens(), tokens()]
      const { attempt, end } = call(refresh, Exit.void)
      attempt(500)
      attempt()
      later(40)
      end()
      later(wait)
      set(sessionOf({ accessToken: "second" }))
      ends.forEach((each) => each())
      return told().at(-1)
    }

    assert.deepStrictEqual(refreshed(1000), {
      _tag: "Refreshed",
      by: "here",
      callers: 2,
      attempts: 2,
      flow: "a flow",
      tookMillis: 40
    })
    assert.deepStrictEqual(refreshed(1001), { _tag: "Refreshed", by: "elsewhere" })
  })

  it("D22: a refresh that no function or endpoint needed has no flow", () => {
    const { call, set, told } = recording(sessionOf())
    call(refresh, Exit.void, undefined, { ...flow, name: refresh } as Tracer.AnySpan).end()
    set(sessionOf({ accessToken: "second" }))

    assert.notProperty(told()[1], "flow")
  })

  it("D22: a refresh explains only one change", () => {
    const { call, set, told } = recording(sessionOf())
    call(refresh, Exit.void).end()
    set(sessionOf({ accessToken: "second" }))
    set(sessionOf({ accessToken: "third" }))

    assert.deepStrictEqual(told().slice(1).map((entry) => "by" in entry && entry.by), ["here", "elsewhere"])
  })

  it("D22: the entry of a failed refresh has the reason, and a refresh that is interrupted or has no session adds no entry", () => {
    const failed = (exit: Exit.Exit<unknown, unknown>, initial: CurrentSession | null = sessionOf()) => {
      const { call, told } = recording(initial)
      const { attempt, end } = call(refresh, exit)
      attempt()
      end()
      return told().filter(({ _tag }) => _tag !== "Found")
    }
    const timedOut = new CallError({
      endpoint: refresh,
      reason: new TimedOut({ target: "t", attempts: 1, afterMillis: 1 } as never)
    })
    const entry = { _tag: "RefreshFailed", callers: 0, attempts: 1 }

    assert.deepStrictEqual(failed(Exit.fail(timedOut)) as unknown, [{ ...entry, reason: "TimedOut" }])
    assert.deepStrictEqual(failed(Exit.fail({ _tag: "Other" })) as unknown, [{ ...entry, reason: "Other" }])
    assert.deepStrictEqual(failed(Exit.die("defect")) as unknown, [{ ...entry, reason: "a defect" }])
    assert.deepStrictEqual(failed(Exit.failCause(Cause.interrupt(1))), [])
    assert.deepStrictEqual(failed(Exit.fail(timedOut), null), [])
  })

  it("D23: a late refresh of a replaced session adds no entry to the new session", () => {
    const { call, set, told } = recording(sessionOf())
    const { end } = call(refresh, Exit.fail(new RefreshTokenNotFoundOrExpired({} as never)))
    set(sessionOf({ refreshToken: "Ada again" }))
    end()

    assert.deepStrictEqual(told().map(({ _tag }) => _tag), ["Found", "SignedIn"])
  })

  it("calls to other endpoints add no entry", () => {
    const { call, told } = recording(sessionOf())
    call("users.getMe", Exit.fail({ _tag: "Other" })).end()

    assert.lengthOf(told(), 1)
  })
})

describe("a rejection", () => {
  it("D23: a rejected token, a rejected refresh and the session's end form a chain, with the last failed responses", () => {
    const { call, rejected, set, told } = recording(sessionOf())
    call("users.getMe", Exit.void, "A_CODE").attempt(401)
    call("users.list", Exit.void).attempt(200)
    rejected()()
    const { attempt, end } = call(refresh, Exit.fail(new RefreshTokenNotFoundOrExpired({} as never)), "GONE")
    attempt(402)
    end()
    set(null)

    assert.deepStrictEqual(told().slice(1), [
      { _tag: "TokenRejected", endpoint: "users.getMe", code: "A_CODE", status: 401 },
      { _tag: "RefreshRejected", callers: 0, code: "GONE", status: 402, because: 2 },
      { _tag: "Ended", by: "platform", because: 3 }
    ])
  })

  it("D23: a rejection ends a session that has no refresh token", () => {
    const { rejected, set, told } = recording(sessionOf({ refreshToken: null }))
    const end = rejected()
    set(null)
    end()

    assert.deepStrictEqual(told().slice(1), [{ _tag: "TokenRejected" }, { _tag: "Ended", by: "platform", because: 2 }])
  })

  it("D23: a rejection of an old token, or a rejection after the session has ended, adds no entry and explains no end", () => {
    const { rejected, set, told, waited } = recording(sessionOf())
    rejected("an old token")
    set(null)
    waited()
    rejected()

    assert.deepStrictEqual(told().slice(1), [{ _tag: "Ended", by: "vanished" }])
  })

  it("D23: a report of a missing user ends the session, or is recorded without a session if there is none", () => {
    const { endOf, entries, set, told } = recording(sessionOf())
    const end = endOf()
    set(null)
    end()
    endOf()

    assert.deepStrictEqual(told().slice(1), [
      { _tag: "UserMissing" },
      { _tag: "Ended", by: "platform", because: 2 },
      { _tag: "UserMissing" }
    ])
    assert.notProperty(entries.at(-1), "userId")
  })

  it("D23: a rejection explains only the next change", () => {
    const { call, rejected, set, told, waited } = recording(sessionOf())
    rejected()()
    call(refresh, Exit.fail(new RefreshTokenNotFoundOrExpired({} as never))).end()
    set(sessionOf({ accessToken: "second" }))
    set(null)
    waited()
    set(sessionOf())
    call(refresh, Exit.fail({ _tag: "Other" })).end()

    assert.deepStrictEqual(told().slice(4) as unknown, [
      { _tag: "Ended", by: "vanished" },
      { _tag: "SignedIn", by: "elsewhere", isAnonymous: false },
      { _tag: "RefreshFailed", reason: "Other", callers: 0, attempts: 0 }
    ])
  })
})

describe("an end whose origin isn't known yet", () => {
  it("D22: an end that waits for a message is recorded before a rejection that arrives during the wait", () => {
    const { later, rejected, set, told, waited } = recording(sessionOf())
    set(null)
    later(700)
    set(sessionOf())
    rejected()()
    waited()

    assert.deepStrictEqual(told().slice(1), [
      { _tag: "Ended", by: "vanished" },
      { _tag: "SignedIn", by: "elsewhere", isAnonymous: false },
      { _tag: "TokenRejected" }
    ])
  })
})

describe("any order of uses and changes", () => {
  const Event = Schema.Literals([
    "keep",
    "end",
    "rejected",
    "end of use",
    "signed in",
    "signed out",
    "refreshed",
    "message",
    "wait",
    "arrive"
  ])

  it.effect.prop(
    "D22: in any order of uses, changes and messages, a ledger alternates between a session and none, each cause is an earlier entry, and times never decrease",
    { events: Arbitrary.array(Arbitrary.schema(Event), { maxLength: 60 }) },
    ({ events }) =>
      Effect.sync(() => {
        const ledger = recording()
        const ends: Array<() => void> = []
        let signedIn = false
        let user = 0
        let tokens = 0
        for (const event of events) {
          if (event === "keep" || event === "end" || event === "rejected") ends.push(ledger[event]())
          else if (event === "end of use") ends.shift()?.()
          else if (event === "message") ledger.message()
          else if (event === "wait") ledger.later(700)
          else if (event === "arrive") ledger.waited()
          else if (event === "refreshed" && signedIn) {
            ledger.set(sessionOf({ refreshToken: `${user}`, user: `${user}`, accessToken: `${++tokens}` }))
          } else if (event !== "refreshed") {
            signedIn = event === "signed in"
            ledger.set(signedIn ? sessionOf({ refreshToken: `${++user}`, user: `${user}` }) : null)
          }
        }
        while (ledger.waits.length > 0) ledger.waited()

        let now: string | undefined
        let at = 0
        for (const entry of ledger.entries) {
          assert.isAtLeast(entry.at, at)
          at = entry.at
          if (entry.because !== undefined) assert.isBelow(entry.because, entry.id)
          if (entry._tag === "SignedIn") now = entry.userId
          if (entry._tag === "Ended" && entry.by !== "replaced") {
            assert.strictEqual(entry.userId, now)
            now = undefined
          }
        }
        assert.strictEqual(now !== undefined, signedIn)
      })
  )
})
