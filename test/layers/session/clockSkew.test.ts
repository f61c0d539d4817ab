/** The measured clock skew is stored with the session, so that later pages and other tabs know it. docs/laws.md F1. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { CookiePage, layerCookies } from "../../../layers/session/browserCookies.ts"
import { parseCookies } from "../../../layers/session/cookies.ts"
import { layerKeyValue } from "../../../layers/session/keyValueStore.ts"
import { requestStore } from "../../../layers/session/requestStore.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { layerExplicit, type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import { FileTokenStore } from "../../../src/node.ts"
import { createClient } from "../../../src/promise/index.ts"
import { accessToken, baseUrl, project, projectId, refreshToken } from "../../support/contract/project.ts"
import { cookieJar } from "../../support/platform/cookieJar.ts"
import type { TokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { turns } from "../../support/suite/fibers.ts"
import { runs } from "../../support/suite/properties.ts"
import { clockLike } from "./clockLike.ts"
import * as sessions from "./sessions.ts"

const minute = 60_000
const hour = 60 * minute
const year = 365.25 * 24 * hour
const url = "https://app.example.com/"

type Stored = Layer.Layer<TokenStore, never, never>

/** Stores that outlive a page, by name. `open` is called once per page. */
const stores: { readonly [kind: string]: Effect.Effect<{ readonly open: Stored }, never, Scope.Scope> } = {
  "cookies": Effect.sync(() => {
    const jar = cookieJar()
    return { open: cookiesOf(jar) }
  }),
  "a key-value store": Effect.map(
    Layer.build(KeyValueStore.layerMemory),
    (kept) => ({ open: layerKeyValue().pipe(Layer.provide([project, Layer.succeedContext(kept)]), Layer.orDie) })
  ),
  "a file": Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(path.join(tmpdir(), "latchkey-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    ),
    (folder) => ({ open: FileTokenStore.layer(path.join(folder, "session.json")) })
  )
}

const cookiesOf = (jar: ReturnType<typeof cookieJar>, at = url): Stored =>
  layerCookies({}).pipe(
    Layer.provide(Layer.succeed(CookiePage, {
      read: () => jar.read(at),
      write: (cookie) => jar.set(cookie, at),
      secure: at.startsWith("https:"),
      host: new URL(at).hostname,
      framed: false,
      events: undefined
    })),
    Layer.provide(project),
    Layer.orDie
  )

/**
 * Loads a page with the given clock skew; `call` makes a request and retries it once if its token is rejected.
 */
const load = (platform: TokenPlatform, store: Stored, offset: number) =>
  Effect.gen(function*() {
    const clock = clockLike(yield* Clock.Clock, () => offset)
    const here = Effect.provideService(Clock.Clock, clock)
    const session = yield* here(
      Layer.build(Layer.fresh(
        layerSession().pipe(Layer.provide([platform.layer, project, Layer.fresh(store)]), Layer.orDie)
      )).pipe(Effect.map(Context.get(Session)), Effect.tap(turns))
    )
    const call = here(Effect.gen(function*() {
      for (let attempt = 0; attempt < 2; attempt++) {
        const { accessToken } = Option.getOrThrow(yield* session.tokens())
        if (platform.accepts(accessToken)) return
        yield* session.rejected(accessToken)
      }
      return yield* Effect.die(new Error("rejected twice"))
    }))
    return { session, call, here }
  })

const storeIn = (store: Stored, tokens: StoredTokens) =>
  Effect.scoped(Effect.flatMap(
    Layer.build(Layer.fresh(store)),
    (context) => Effect.orDie(Context.get(context, TokenStore).compareAndSet(null, tokens))
  ))

const Load = Schema.Struct({
  seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 })),
  tabs: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
})

/**
 * Loads one page after another, each in several tabs. The tabs make calls, stay idle, and make calls again. Returns the
 * times of all refreshes. Programs that share a file have only one tab, because they read each other's writes only when
 * they start.
 */
const browse = (
  kind: keyof typeof stores,
  offset: number,
  loads: ReadonlyArray<typeof Load.Type>
) =>
  Effect.gen(function*() {
    const platform = yield* sessions.started
    const { open } = yield* stores[kind]!
    yield* storeIn(open, platform.signIn())
    const clock = yield* Clock.Clock
    const refreshedAt: Array<number> = []
    const counting = <A, E, R>(self: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const before = platform.refreshes()
        return Effect.tap(self, () =>
          Effect.sync(() => {
            for (let at = before; at < platform.refreshes(); at++) refreshedAt.push(clock.currentTimeMillisUnsafe())
          }))
      })
    for (const { seconds, tabs } of loads) {
      yield* Effect.scoped(Effect.gen(function*() {
        const pages = yield* Effect.forEach(Array(kind === "a file" ? 1 : tabs), () => load(platform, open, offset))
        for (const { call } of pages) {
          yield* counting(call)
          yield* TestClock.adjust("200 millis")
          yield* turns
        }
        yield* TestClock.adjust(Math.min(seconds * 1000, 20_000))
        yield* turns
        for (const { call, session } of pages) {
          yield* counting(call)
          assert.strictEqual(session.state()._tag, "SignedIn")
          yield* TestClock.adjust("200 millis")
          yield* turns
        }
      }))
      yield* TestClock.adjust(seconds * 1000)
    }
    return refreshedAt
  }).pipe(Effect.scoped)

/**
 * Minimum time for which a 10-minute token is used despite a wrong clock: its lifetime without the last 20 s, 1 s of
 * truncation and 5 s of tolerance.
 */
const minimumLife = 10 * minute - 20_000 - 1000 - 5000

const assertOncePerLife = (refreshedAt: ReadonlyArray<number>): void => {
  for (const [at, time] of refreshedAt.entries()) if (at > 0) assert.isAtLeast(time - refreshedAt[at - 1]!, minimumLife)
}

const offsets = [0, ...[5000, 90_000, 10 * minute, hour, 24 * hour, 10 * year].flatMap((offset) => [offset, -offset])]

describe("page loads with a wrong clock", () => {
  const halfAnHour = Array.from(Array(15).keys(), (at) => ({ seconds: 120, tabs: 1 + at % 2 }))

  for (const kind of Object.keys(stores)) {
    for (const offset of offsets) {
      it.effect(`F1: the session over ${kind} is kept and refreshed once per token lifetime with a clock ${offset / 1000} s ahead`, () =>
        Effect.gen(function*() {
          assertOncePerLife(yield* browse(kind, offset, halfAnHour))
        }))
    }

    it.effect.prop(
      `F1: the session over ${kind} is kept and refreshed once per token lifetime with any clock, pages and tabs`,
      {
        offset: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -10 * year, maximum: 10 * year }))),
        near: Schema.Boolean,
        loads: Schema.Array(Load).check(Schema.isMinLength(2), Schema.isMaxLength(8))
      },
      ({ loads, near, offset }) =>
        Effect.gen(function*() {
          assertOncePerLife(yield* browse(kind, near ? offset % hour : offset, loads))
        }),
      { arbitrary: { runs: runs(25) } }
    )

    it.effect(`F1: the clock skew is measured at sign-in, so that no later page over ${kind} refreshes the new tokens`, () =>
      Effect.gen(function*() {
        for (const offset of offsets) {
          const platform = yield* sessions.started
          const { open } = yield* stores[kind]!
          yield* Effect.scoped(Effect.gen(function*() {
            const { here, session } = yield* load(platform, open, offset)
            const sentAt = yield* here(Clock.currentTimeMillis)
            const tokens = platform.signIn()
            yield* TestClock.adjust("1 second")
            yield* here(session.keep(tokens, sentAt))
          }))

          for (let page = 0; page < 5; page++) {
            yield* Effect.scoped(Effect.flatMap(load(platform, open, offset), ({ call }) => call))
            yield* TestClock.adjust("1 minute")
          }

          assert.strictEqual(platform.refreshes(), 0)
        }
      }).pipe(Effect.scoped))

    it.effect(`F1: with a wrong clock, a sign-out on a later page over ${kind} needs no refresh`, () =>
      Effect.gen(function*() {
        const platform = yield* sessions.started
        const { open } = yield* stores[kind]!
        yield* storeIn(open, platform.signIn())
        yield* Effect.scoped(Effect.flatMap(load(platform, open, hour), ({ call }) => call))
        const before = platform.refreshes()

        const { here, session } = yield* load(platform, open, hour)
        yield* here(session.endAndRevoke(Effect.void))

        assert.strictEqual(session.state()._tag, "SignedOut")
        assert.strictEqual(platform.refreshes(), before)
      }).pipe(Effect.scoped))
  }
})

describe("cookies that a page with a wrong clock leaves", () => {
  const skewName = `__Host-latchkey-clock-${projectId}`
  const browsed = (offset: number, jar = cookieJar()) =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      yield* storeIn(cookiesOf(jar), platform.signIn())
      yield* Effect.scoped(Effect.flatMap(load(platform, cookiesOf(jar), offset), ({ call }) => call))
      return { jar, platform }
    })
  const cookiesIn = (jar: ReturnType<typeof cookieJar>) => new Map(parseCookies(jar.read(url)))

  it.effect("cookies of a page with a wrong clock keep the platform's own formats, with the clock skew in a separate cookie", () =>
    Effect.gen(function*() {
      const { jar } = yield* browsed(hour)
      const cookies = cookiesIn(jar)

      assert.lengthOf(JSON.parse(cookies.get("stack-access")!), 2)
      assert.deepStrictEqual(Object.keys(JSON.parse(cookies.get(`__Host-stack-refresh-${projectId}--default`)!)), [
        "refresh_token",
        "updated_at_millis"
      ])
      assert.approximately(Number(cookies.get(skewName)), hour, 1000)
    }))

  it.effect("a page's cookies contain no clock skew if the page's clock is correct or nearly so", () =>
    Effect.gen(function*() {
      for (const offset of [0, 3000, -3000]) {
        assert.isFalse(cookiesIn((yield* browsed(offset)).jar).has(skewName))
      }
    }))

  it.effect("cookies of a page with a wrong clock are deleted with the session, including the clock skew", () =>
    Effect.gen(function*() {
      const { jar, platform } = yield* browsed(hour)
      const { here, session } = yield* load(platform, cookiesOf(jar), hour)

      yield* here(session.end)

      assert.isFalse(cookiesIn(jar).has(skewName))
    }))

  it.effect("after a wrong clock is corrected, the outdated clock-skew cookie costs one refresh and is then deleted", () =>
    Effect.gen(function*() {
      for (const offset of [hour, -hour]) {
        const { jar, platform } = yield* browsed(offset)
        yield* TestClock.adjust("11 minutes")
        const before = platform.refreshes()

        for (let page = 0; page < 5; page++) {
          yield* Effect.scoped(Effect.flatMap(load(platform, cookiesOf(jar), 0), ({ call }) => call))
        }

        assert.strictEqual(platform.refreshes(), before + 1)
        assert.isFalse(cookiesIn(jar).has(skewName))
      }
    }))

  for (const planted of ["", "soon", "NaN", "1e99", "9".repeat(17), "-99999999999999999", "5000000000000"]) {
    it.effect(`with a clock-skew cookie forged as ${JSON.stringify(planted)}, the session continues and is refreshed at most one extra time`, () =>
      Effect.gen(function*() {
        const { jar, platform } = yield* browsed(0)
        jar.set(`${skewName}=${planted}; Path=/; Secure`, url)
        yield* TestClock.adjust("11 minutes")

        const before = platform.refreshes()
        for (let page = 0; page < 5; page++) {
          yield* Effect.scoped(Effect.flatMap(load(platform, cookiesOf(jar), 0), ({ call }) => call))
        }

        assert.isAtMost(platform.refreshes() - before, 1)
      }))
  }

  it.effect("cookies of a page with a wrong clock don't pass the browser's clock skew on to the site's server", () =>
    Effect.gen(function*() {
      const { jar, platform } = yield* browsed(hour)
      const { refreshes } = platform
      const before = refreshes()
      const { layer } = requestStore({ headers: new Headers({ cookie: jar.read(url) }), url })

      const tokens = yield* Effect.flatMap(TokenStore, ({ get }) => get).pipe(
        Effect.provide(layer.pipe(Layer.provide(project)))
      )

      assert.isUndefined(tokens?.clockSkewMillis)
      assert.strictEqual(refreshes(), before)
    }))
})

describe("a call that works with or without a session", () => {
  it.effect("a call with an optional session is sent with the tokens of a session that was stored with a wrong clock", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const tokens = { ...platform.signIn(), clockSkewMillis: hour }
      const { here, session } = yield* load(platform, layerExplicit(tokens), hour)

      assert.isTrue(Option.isSome(yield* here(session.tokensIfAny)))
      assert.strictEqual(platform.refreshes(), 0)
    }))
})

describe("explicit tokens of a program", () => {
  /** Creates a token that appears ten minutes old to a machine with a fast clock. */
  const tenMinutesAhead = () => {
    const iat = Math.floor(Date.now() / 1000) - 600
    return accessToken({ iat, exp: iat + 600 })
  }
  const platform = () => {
    const requests: Array<string> = []
    const fetch = async (url: string, init: RequestInit) => {
      requests.push(`${init.method} ${new URL(url).pathname.replace("/api/v1", "")}`)
      return Response.json(
        url.endsWith("/auth/oauth/token")
          ? { access_token: tenMinutesAhead(), token_type: "Bearer", expires_in: 3599, scope: "legacy" }
          : { success: true }
      )
    }
    return {
      fetch,
      refreshes: () => requests.filter((each) => each === "POST /auth/oauth/token").length,
      asked: requests
    }
  }

  it("F1: explicit tokens are refreshed once for ten clients of a process, and a sign-out of another client needs no refresh", async () => {
    const { asked: requests, fetch, refreshes } = platform()
    const open = () =>
      createClient({ projectId, baseUrl, fetch, tokenStore: { accessToken: tenMinutesAhead(), refreshToken } })

    for (let load = 0; load < 10; load++) {
      await using client = open()
      await client.calls.sessions.deleteCurrent()
    }
    assert.strictEqual(refreshes(), 1)

    await using last = open()
    await last.signOut()
    assert.strictEqual(refreshes(), 1)
    assert.strictEqual(requests.at(-1), "DELETE /auth/sessions/current")
  })

  it("F1: despite a fast clock, explicit tokens without a refresh token are sent unchanged", async () => {
    const { asked: requests, fetch } = platform()
    await using client = createClient({ projectId, baseUrl, fetch, tokenStore: { accessToken: tenMinutesAhead() } })

    await client.calls.sessions.deleteCurrent()

    assert.strictEqual(client.session.state()._tag, "SignedIn")
    assert.deepStrictEqual(requests, ["DELETE /auth/sessions/current"])
  })

  it.effect("F1: a session of explicit tokens ends if the platform rejects the access token as expired and there is no refresh token", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const { accessToken } = platform.signIn()
      yield* TestClock.adjust("11 minutes")
      const { here, session } = yield* load(
        platform,
        layerExplicit({ accessToken, refreshToken: undefined }),
        0
      )

      const rejected = Option.getOrThrow(yield* here(session.tokens())).accessToken

      assert.strictEqual(Redacted.value(rejected), Redacted.value(accessToken))
      assert.isTrue(yield* here(session.rejected(rejected)))
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.isTrue(Option.isNone(yield* here(session.tokens())))
    }))
})
