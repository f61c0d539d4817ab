import { assert, describe, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Tabs, tabsOf, type TabsPlatform } from "../../../layers/browser/Tabs.ts"
import * as Project from "../../../layers/call/Project.ts"
import { CookiePage, layerCookies } from "../../../layers/session/browserCookies.ts"
import type { CookieOptions } from "../../../layers/session/cookies.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { sameTokens, type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import { project, projectId } from "../../support/contract/project.ts"
import { cookieJar, type TestJar } from "../../support/platform/cookieJar.ts"
import { type TokenPlatform, tokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { turns } from "../../support/suite/fibers.ts"

const today = 1_750_000_000_000
const https = "https://app.example.com/"
const http = "http://localhost:3000/"
const tokens = (refresh: string | undefined, access: string | undefined): StoredTokens => ({
  refreshToken: refresh === undefined ? undefined : Redacted.make(refresh),
  accessToken: access === undefined ? undefined : Redacted.make(access)
})

const pageOf = (jar: TestJar, url: string): CookiePage => ({
  read: () => jar.read(url),
  write: (cookie) => jar.set(cookie, url),
  secure: url.startsWith("https:"),
  host: new URL(url).hostname,
  framed: false,
  events: undefined
})

/** Returns the same page, with a record of the cookies that are written. */
const recordedPage = (jar: TestJar, url: string) => {
  const writes: Array<string> = []
  const page = pageOf(jar, url)
  const write = (cookie: string) => {
    writes.push(cookie)
    page.write(cookie)
  }
  return { page: { ...page, write }, writes }
}

const namesOf = (cookies: ReadonlyArray<string>) => cookies.map((cookie) => cookie.slice(0, cookie.indexOf("=")))

const kindsOf = (session: StoredTokens) =>
  (["refreshToken", "accessToken"] as const).filter((kind) => session[kind] !== undefined).join(" and ")

const refreshCookie = `__Host-stack-refresh-${projectId}--default`

const alone = tabsOf({})

/** Opens a tab's store in the current scope. */
const storeOf = (page: CookiePage | undefined, options?: CookieOptions, tabs: Tabs = alone, at = project) =>
  Effect.map(
    Layer.build(Layer.fresh(
      layerCookies(options).pipe(
        Layer.provide(at),
        Layer.provide([Layer.succeed(CookiePage, page), Layer.succeed(Tabs, tabs)])
      )
    )),
    Context.get(TokenStore)
  )

/** Opens a tab's session in the current scope. */
const tabOf = (platform: TokenPlatform, page: CookiePage, tabs: Tabs = alone) =>
  Effect.gen(function*() {
    const store = yield* storeOf(page, {}, tabs)
    return yield* Layer.build(Layer.fresh(
      layerSession().pipe(Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)]))
    )).pipe(Effect.map(Context.get(Session)), Effect.tap(turns), Effect.orDie)
  })

const started = Effect.andThen(TestClock.setTime(today), tokenPlatform)

const logOf = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    return Effect.map(Effect.provide(self, Logger.layer([logger])), (value) => ({ value, logged: logged.join("\n") }))
  })

describe("layerCookies", () => {
  it.effect("cookies keep the session across page loads", () =>
    Effect.gen(function*() {
      for (const session of [tokens("R", "A"), tokens(undefined, "A"), tokens("undefined-R", "null-A")]) {
        const page = pageOf(cookieJar(), https)
        const before = yield* storeOf(page)

        assert.isNull(yield* before.get)
        assert.isTrue(yield* before.compareAndSet(null, session))

        assert.isTrue(sameTokens(yield* (yield* storeOf(page)).get, session))
      }
    }))

  it.effect("a session cookie is written only if the stored session is the expected one", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const [one, two] = [yield* storeOf(page), yield* storeOf(page)]
      yield* one.compareAndSet(null, tokens("R", "A"))

      assert.isFalse(yield* two.compareAndSet(null, tokens("S", "B")))
      assert.isTrue(sameTokens(yield* one.get, tokens("R", "A")))
      assert.isTrue(yield* two.compareAndSet(tokens("R", "A"), tokens("S", "B")))
      assert.isFalse(yield* one.compareAndSet(tokens("R", "A"), null))

      assert.isTrue(sameTokens(yield* one.get, tokens("S", "B")))
    }))

  it.effect("I1: over HTTPS, the cookie store sets secure cookies, a host-only refresh cookie and a marker for servers", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const store = yield* storeOf(pageOf(jar, https))
      yield* store.compareAndSet(null, tokens("R", "A"))

      assert.deepStrictEqual(jar.kept().map(({ name }) => name), [
        "stack-is-https",
        `__Host-stack-refresh-${projectId}--default`,
        "stack-access"
      ])
      assert.isTrue(jar.kept().every(({ attributes }) => attributes.has("secure")))
    }))

  /** Page embedded in another site. By default, the browser has partitioned cookies. */
  const embedded = (changes: Partial<CookiePage> & { readonly keepsLax?: boolean } = {}, url = https) => {
    const { keepsLax = false, ...rest } = changes
    const jar = cookieJar()
    const { page, writes } = recordedPage(jar, url)
    const events: CookiePage["events"] = {
      get: (name) => Promise.resolve(namesOf(jar.read(url).split("; ")).includes(name) ? { partitioned: true } : null),
      addEventListener: () => {},
      removeEventListener: () => {}
    }
    const write = (cookie: string) => !keepsLax && cookie.includes("SameSite=Lax") ? undefined : page.write(cookie)
    return { jar, writes, events, page: { ...page, framed: true, write, events, ...rest } satisfies CookiePage }
  }

  it.effect("I1: in a frame of another site in a browser that partitions cookies, the cookie store sets partitioned cookies and deletes its probe", () =>
    Effect.gen(function*() {
      const { jar, page, writes } = embedded()
      const store = yield* storeOf(page)

      assert.isTrue(yield* store.compareAndSet(null, tokens("R", "A")))

      assert.deepStrictEqual(writes.slice(0, 2).map((write) => write.replace(/probe-[^=]*/, "probe-…")), [
        "latchkey-probe-…=1; Path=/; Max-Age=60; SameSite=None; Secure; Partitioned",
        "latchkey-probe-…=1; Path=/; Max-Age=0; SameSite=None; Secure; Partitioned"
      ])
      assert.deepStrictEqual(jar.kept().map(({ name }) => name), ["stack-is-https", refreshCookie, "stack-access"])
      for (const { attributes } of jar.kept()) {
        assert.isTrue(attributes.has("partitioned"))
        assert.strictEqual(attributes.get("samesite"), "None")
      }
    }))

  it.effect("I1: the cookie store detects partitioned cookies even if cookieStore returns stale values until the page reads its cookies", () =>
    Effect.gen(function*() {
      let written: ReadonlyArray<string> = []
      const { events, jar, page } = embedded()
      const slow = {
        ...page,
        read: () => {
          const cookies = page.read()
          written = namesOf(cookies.split("; "))
          return cookies
        },
        events: {
          ...events!,
          get: (name: string) => Promise.resolve(written.includes(name) ? { partitioned: true } : null)
        }
      }

      const store = yield* storeOf(slow)

      assert.isTrue(yield* store.compareAndSet(null, tokens("R", "A")))
      assert.isTrue(jar.kept().every(({ attributes }) => attributes.has("partitioned")))
    }))

  it.effect("I1 E8: pages of one site that probe for cookies at the same time don't delete each other's probes", () =>
    Effect.gen(function*() {
      const { events, page } = embedded()
      const resolvers: Array<() => void> = []
      const waiting = {
        ...events!,
        get: (name: string) => new Promise<void>((resolve) => resolvers.push(resolve)).then(() => events!.get(name))
      }
      const opening = yield* Effect.forkChild(storeOf({ ...page, events: waiting }), { startImmediately: true })

      const quick = yield* storeOf(page)
      for (const resolve of resolvers) resolve()
      const slow = yield* Fiber.join(opening)

      assert.isTrue(yield* quick.compareAndSet(null, tokens("R", "A")))
      assert.isTrue(yield* slow.compareAndSet(tokens("R", "A"), tokens("S", "B")))
      let other = false
      const disturbed = yield* storeOf({
        ...page,
        write: (cookie) => {
          page.write(cookie)
          if (cookie.startsWith("latchkey-probe") && cookie.includes("Max-Age=60")) {
            other = Effect.runSync(quick.outlivesPage!)
          }
        }
      })
      assert.isTrue(yield* disturbed.outlivesPage!)
      assert.isTrue(other)
    }))

  const { events } = embedded()
  const unproven: Record<string, Partial<CookiePage>> = {
    "a browser that reports unpartitioned cookies": {
      events: { ...events!, get: () => Promise.resolve({ partitioned: false }) }
    },
    "a browser that doesn't report it": { events: { ...events!, get: () => Promise.resolve({}) } },
    "a browser that keeps no cookies": { events: { ...events!, get: () => Promise.resolve(null) } },
    "a browser whose cookieStore fails": {
      events: { ...events!, get: () => Promise.reject(new Error("no cookies here")) }
    },
    "a browser without cookieStore": { events: undefined },
    "a page that is not embedded": { framed: false }
  }
  for (const [what, changes] of Object.entries(unproven)) {
    it.effect(`I1: the cookie store keeps the session only in memory if partitioned cookies can't be proven, as in ${what}`, () =>
      Effect.gen(function*() {
        const { jar, page } = embedded(changes)
        const store = yield* storeOf(page)

        const error = yield* Effect.flip(store.compareAndSet(null, tokens("R", "A")))

        assert.strictEqual(error.problem, "the browser does not store it, perhaps because cookies are blocked here")
        assert.isNull(yield* store.get)
        assert.deepStrictEqual(jar.kept(), [])
      }))
  }

  it.effect("I1: the cookie store waits up to 1 s for the browser to report whether it partitions cookies", () =>
    Effect.gen(function*() {
      const { jar, page } = embedded({ events: { ...events!, get: () => new Promise(() => {}) } })
      const opening = yield* Effect.forkChild(storeOf(page), { startImmediately: true })

      yield* TestClock.adjust("999 millis")
      assert.isUndefined(opening.pollUnsafe())
      yield* TestClock.adjust("1 milli")
      const store = yield* Fiber.join(opening)

      yield* Effect.flip(store.compareAndSet(null, tokens("R", "A")))
      assert.deepStrictEqual(jar.kept(), [])
    }))

  const proven = { ...events!, get: () => Promise.resolve({ partitioned: true }) }
  const ordinary: Record<string, readonly [url: string, changes: Partial<CookiePage>, probes: number]> = {
    "embedded by a page of the same site": [https, { framed: true }, 2],
    "embedded on plain HTTP": [http, { framed: true }, 0],
    "embedded in a browser without cookieStore": [https, { framed: true, events: undefined }, 0],
    "not embedded": [https, { framed: false }, 0]
  }
  for (const [what, [url, changes, probes]] of Object.entries(ordinary)) {
    it.effect(`I1: the cookie store sets unpartitioned cookies and deletes its probes when the page is ${what}`, () =>
      Effect.gen(function*() {
        const { jar, page, writes } = embedded({ events: proven, keepsLax: true, ...changes }, url)
        const store = yield* storeOf(page)

        yield* store.compareAndSet(null, tokens("R", "A"))

        assert.strictEqual(namesOf(writes).filter((name) => name.includes("probe")).length, probes)
        assert.strictEqual(jar.kept().length, url === https ? 3 : 2)
        for (const { attributes, name } of jar.kept()) {
          assert.isFalse(attributes.has("partitioned"))
          assert.notInclude(name, "probe")
        }
      }))
  }

  it.effect("I4: if an access token is too long for a cookie, the cookie store keeps that token in memory and the refresh token in the cookie", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const store = yield* storeOf(page)
      const long = tokens("R", "x".repeat(5000))

      assert.isTrue(yield* store.compareAndSet(null, long))

      assert.isTrue(sameTokens(yield* store.get, long))
      assert.isTrue(sameTokens(yield* (yield* storeOf(page)).get, tokens("R", undefined)))
    }))

  it.effect("I4: storing a refresh token that is too long for a cookie fails with a typed error, without writing anything", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const store = yield* storeOf(pageOf(jar, "http://localhost/"))

      const error = yield* Effect.flip(store.compareAndSet(null, tokens("x".repeat(5000), "A")))

      assert.deepInclude(error, { operation: "write", problem: "the refresh token is too long for a cookie" })
      assert.deepStrictEqual(jar.kept(), [])
    }))

  it.effect("the cookie store keeps the access token in memory when the access cookie is deleted or overwritten by another project", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const store = yield* storeOf(pageOf(jar, https))
      yield* store.compareAndSet(null, tokens("R", "A"))

      jar.set("stack-access=other; Path=/; Secure", https)
      assert.isTrue(sameTokens(yield* store.get, tokens("R", "A")))

      assert.isTrue(yield* store.compareAndSet(tokens("R", "A"), tokens("R", undefined)))
      assert.isTrue(sameTokens(yield* store.get, tokens("R", undefined)))
    }))

  const undeletable: Record<string, [cookie: string, session: StoredTokens]> = {
    "a refresh token": ["stack-refresh=planted", tokens("planted", "A")],
    "an access token alone": [
      `stack-access=${encodeURIComponent("[\"\",\"planted\"]")}`,
      tokens(undefined, "planted")
    ]
  }
  for (const [what, [cookie, session]] of Object.entries(undeletable)) {
    it.effect(`I7: the cookie store ignores ${what} in an undeletable cookie after a sign-out, until a sign-in returns the same token`, () =>
      Effect.gen(function*() {
        const page = pageOf(cookieJar(), "http://app.example.com/")
        let plantedCookies = ""
        const store = yield* storeOf({ ...page, read: () => [page.read(), plantedCookies].filter(Boolean).join("; ") })
        yield* store.compareAndSet(null, tokens("R", "A"))
        plantedCookies = cookie

        const now = yield* store.get
        yield* store.compareAndSet(now, null)
        assert.isNull(yield* store.get)
        plantedCookies += "; theme=dark"
        assert.isNull(yield* store.get)
        yield* store.compareAndSet(null, null)
        plantedCookies += "; theme=light"
        assert.isNull(yield* store.get)

        assert.isTrue(yield* store.compareAndSet(null, tokens("S", "B")))
        page.write(`stack-refresh-${projectId}--default=; Path=/; Max-Age=0`)
        page.write("stack-access=; Path=/; Max-Age=0")
        assert.isNull(yield* store.get)

        assert.isTrue(yield* store.compareAndSet(null, session))
        plantedCookies += "; theme=dark"
        assert.isTrue(sameTokens(yield* store.get, session))
      }))
  }

  for (const session of [tokens("R", undefined), tokens("R", "A"), tokens(undefined, "A")]) {
    it.effect(`E8: the cookie store fails with a typed error if the browser doesn't keep a session with ${kindsOf(session)}`, () =>
      Effect.gen(function*() {
        const store = yield* storeOf({ ...pageOf(cookieJar(), https), write: () => {} })

        const error = yield* Effect.flip(store.compareAndSet(null, session))

        assert.deepInclude(error, {
          operation: "write",
          problem: "the browser does not store it, perhaps because cookies are blocked here"
        })
        assert.isNull(yield* store.get)
      }))
  }

  it.effect("the cookie store ends a session without a refresh token when its cookie is deleted, for example by another tab's sign-out", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const [one, two] = [yield* storeOf(page), yield* storeOf(page)]
      yield* one.compareAndSet(null, tokens(undefined, "A"))
      assert.isTrue(sameTokens(yield* two.get, tokens(undefined, "A")))

      yield* two.compareAndSet(tokens(undefined, "A"), null)

      assert.isNull(yield* one.get)
    }))

  it.effect("F1: the cookie store writes a known clock skew to a cookie once, before the tokens, and deletes this cookie together with the tokens", () =>
    Effect.gen(function*() {
      const { page, writes } = recordedPage(cookieJar(), https)
      const store = yield* storeOf(page)
      const skewCookie = `__Host-latchkey-clock-${projectId}`
      const written = Effect.sync(() => writes.splice(0))
      yield* written
      const known = { ...tokens("R", "A"), clockSkewMillis: -3_600_000 }

      yield* store.compareAndSet(null, known)
      const signedIn = yield* written
      assert.deepStrictEqual(namesOf(signedIn), [skewCookie, refreshCookie, "stack-access"])
      assert.strictEqual(signedIn[0], `${skewCookie}=-3600000; Path=/; Max-Age=31536000; SameSite=Lax; Secure`)
      assert.strictEqual((yield* (yield* storeOf(page)).get)?.clockSkewMillis, -3_600_000)
      yield* written

      yield* store.compareAndSet(known, { ...known, ...tokens("R", "B") })
      assert.notInclude(namesOf(yield* written), skewCookie)

      yield* store.compareAndSet(tokens("R", "B"), null)
      assert.strictEqual((yield* written)[0], `${skewCookie}=; Path=/; Max-Age=0; SameSite=Lax; Secure`)

      yield* store.compareAndSet(null, tokens("S", "C"))
      assert.notInclude(namesOf(yield* written), skewCookie)
    }))

  const skews: ReadonlyArray<readonly [stored: string, skew: number | undefined]> = [
    ["3600000", 3_600_000],
    ["-5000", -5000],
    ...["", "soon", "5x", "x5", "1.5", "1e3", "0x10", "--5", "5-", "9".repeat(17)].map((none) =>
      [none, undefined] as const
    )
  ]
  for (const [stored, skew] of skews) {
    it.effect(`F1: the cookie store reads ${JSON.stringify(stored)} in the clock-skew cookie as ${skew ?? "unknown"}`, () =>
      Effect.gen(function*() {
        for (const [url, name] of [[http, ""], [https, "__Host-"]] as const) {
          const jar = cookieJar()
          yield* (yield* storeOf(pageOf(jar, url))).compareAndSet(null, tokens("R", "A"))
          // over HTTPS, a cookie without the prefix is ignored, because a sibling site may have planted it
          if (url === https) jar.set(`latchkey-clock-${projectId}=7000000; Path=/`, url)
          jar.set(`${name}latchkey-clock-${projectId}=${stored}; Path=/; ${name && "Secure"}`, url)

          assert.strictEqual((yield* (yield* storeOf(pageOf(jar, url))).get)?.clockSkewMillis, skew)
        }
      }))
  }

  it.effect("the cookie store notifies watchers of its own changes immediately, and of other tabs' changes to session or clock skew within 100 ms", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const store = yield* storeOf(pageOf(jar, https))
      const seen: Array<readonly [string | undefined, number | undefined] | null> = []
      yield* Effect.forkScoped(
        Stream.runForEach(
          store.changes,
          (next) =>
            Effect.sync(() =>
              seen.push(next && [next.accessToken && Redacted.value(next.accessToken), next.clockSkewMillis])
            )
        ),
        { startImmediately: true }
      )
      const others = (cookie: string) => {
        jar.set(cookie, https)
        return Effect.andThen(TestClock.adjust("100 millis"), turns)
      }

      yield* store.compareAndSet(null, tokens("R", "A"))
      yield* turns
      assert.deepStrictEqual(seen, [null, ["A", undefined]])
      yield* others("theme=dark; Path=/")
      yield* others(`__Host-latchkey-clock-${projectId}=60000; Path=/; Secure`)
      yield* others("theme=light; Path=/")
      yield* store.compareAndSet(yield* store.get, null)
      yield* turns

      assert.deepStrictEqual(seen, [null, ["A", undefined], ["A", 60_000], null])
    }))

  it.effect("E1: the cookie store notifies watchers at once of a session that a read finds, and of the session's end within 100 ms", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const [store, other] = [yield* storeOf(page), yield* storeOf(page)]
      const seen: Array<boolean> = []
      yield* Effect.forkScoped(
        Stream.runForEach(store.changes, (found) => Effect.sync(() => seen.push(found !== null)))
      )
      yield* turns

      yield* other.compareAndSet(null, tokens("R", "A"))
      yield* store.get
      yield* other.compareAndSet(tokens("R", "A"), null)
      yield* TestClock.adjust(100)
      yield* turns

      assert.deepStrictEqual(seen, [false, true, false])
    }))

  it.effect("E8: the cookie store keeps the last known session when the page can no longer read its cookies", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      let sandboxed = false
      const store = yield* storeOf({
        ...page,
        read: () => {
          if (sandboxed) throw new DOMException("sandboxed", "SecurityError")
          return page.read()
        }
      })
      yield* store.compareAndSet(null, tokens("R", "A"))
      sandboxed = true

      const [now] = yield* Stream.runCollect(Stream.take(store.changes, 1))

      assert.isTrue(sameTokens(now!, tokens("R", "A")))
    }))

  const refusing = () => {
    throw new DOMException("sandboxed", "SecurityError")
  }
  const keeping: Record<string, [keeps: boolean, url: string, changes: Partial<CookiePage>, options?: CookieOptions]> =
    {
      "keeps cookies": [true, https, {}],
      "keeps cookies over plain HTTP": [true, http, {}],
      "keeps no cookies": [false, https, { write: () => {} }],
      "throws on a write": [false, https, { write: refusing }],
      "throws on a read": [false, https, { read: refusing, write: () => {} }],
      "keeps no cookies for the configured domain": [false, https, {}, { domain: "other-site.example" }],
      "keeps no cookies for a domain that the plain format ignores": [true, https, {}, {
        domain: "other-site.example",
        format: "plain"
      }]
    }
  for (const [what, [keeps, url, changes, options]] of Object.entries(keeping)) {
    it.effect(`E8: a browser that ${what} ${keeps ? "keeps" : "does not keep"} a session for the next page`, () =>
      Effect.gen(function*() {
        const jar = cookieJar()
        const store = yield* storeOf({ ...pageOf(jar, url), ...changes }, options)

        assert.strictEqual(yield* store.outlivesPage!, keeps)
        assert.notInclude(jar.read(url), "probe")
      }))
  }

  it.effect("I7: over HTTPS, the cookie store reads cookies of an older format until the configured date, and migrates them on refresh", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(today)
      const migrating = { readOlderCookies: { until: new Date(today + 60_000) } }
      const older = () => {
        const jar = cookieJar()
        jar.set("stack-refresh=older; Path=/", https)
        return jar
      }
      const [moved, left] = [older(), older()]
      const [mover, leaver] = [
        yield* storeOf(pageOf(moved, https), migrating),
        yield* storeOf(pageOf(left, https), migrating)
      ]
      assert.isNull(yield* (yield* storeOf(pageOf(moved, https))).get)

      assert.isTrue(yield* mover.compareAndSet(tokens("older", undefined), tokens("older", "A")))
      assert.isTrue(sameTokens(yield* leaver.get, tokens("older", undefined)))
      yield* TestClock.adjust("1 minute")

      assert.deepStrictEqual(
        moved.kept().flatMap(({ name }) => name.includes("refresh") ? [name] : []),
        [`__Host-stack-refresh-${projectId}--default`]
      )
      for (const options of [migrating, {}]) {
        assert.isTrue(sameTokens(yield* (yield* storeOf(pageOf(moved, https), options)).get, tokens("older", "A")))
        assert.isNull(yield* (yield* storeOf(pageOf(left, https), options)).get)
      }
      // at that time, an open page keeps its session. It reads the cookies again when they change.
      assert.isTrue(sameTokens(yield* leaver.get, tokens("older", undefined)))
      left.set("theme=dark; Path=/", https)
      assert.isNull(yield* leaver.get)
    }))

  it.effect("I7: over HTTPS, the cookie store ignores cookies that a sibling site planted and deletes them on sign-in", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      jar.set(`stack-refresh-${projectId}=planted; Path=/; Domain=example.com`, "https://evil.example.com/")
      jar.set(
        `stack-access=${encodeURIComponent("[\"\",\"planted\"]")}; Path=/; Domain=example.com`,
        "https://evil.example.com/"
      )
      const store = yield* storeOf(pageOf(jar, https))

      assert.isNull(yield* store.get)
      assert.isTrue(yield* store.compareAndSet(null, tokens("R", "A")))
      assert.isTrue(sameTokens(yield* (yield* storeOf(pageOf(jar, https))).get, tokens("R", "A")))
      assert.isFalse(jar.read("https://evil.example.com/").includes("planted"))
    }))

  it.effect("the cookie store fails with a typed error if readOlderCookies is not a date", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(storeOf(pageOf(cookieJar(), https), { readOlderCookies: { until: "soon" } }))

      assert.strictEqual(
        error.message,
        "readOlderCookies is neither true, false nor { until: a date }. Use a Date, or an ISO date such as \"2027-06-01\"."
      )
    }))

  it.effect("the cookie store fails with a typed error outside a browser", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(storeOf(undefined))

      assert.strictEqual(
        error.message,
        "tokenStore is \"cookie\", but there is no browser here. "
          + "On a server, pass the request with the session, or \"memory\"."
      )
    }))

  const thrower = (thrown: unknown) => () => {
    throw thrown
  }
  const refusal = new DOMException("sandboxed: secret", "SecurityError")
  const broken: Record<string, [fault: Partial<CookiePage>, message: string]> = {
    "reading throws": [{ read: thrower(refusal) }, "read: SecurityError"],
    "writing throws": [{ write: thrower(refusal) }, "written: SecurityError"],
    "reading throws a value that is not an error": [{ read: thrower("secret") }, "read: string"],
    "the browser keeps no cookies": [
      { write: () => {} },
      "written: the browser does not store it, perhaps because cookies are blocked here"
    ]
  }
  for (const [what, [fault, message]] of Object.entries(broken)) {
    it.effect(`E8 D14: users can sign in, and the session is kept in memory, when ${what}`, () =>
      Effect.gen(function*() {
        const platform = yield* started
        const page = { ...pageOf(cookieJar(), https), ...fault }

        const { logged, value } = yield* logOf(Effect.gen(function*() {
          const session = yield* tabOf(platform, page)
          yield* session.keep(platform.signIn())
          yield* TestClock.adjust("10 seconds")
          return session.state()._tag
        }))

        assert.strictEqual(value, "SignedIn")
        assert.include(logged, `The token store could not be ${message}. The session is kept in memory only`)
        assert.notInclude(logged, "secret")
      }))
  }

  it.effect("E8: the error of the cookie store states whether reading or writing failed, and the name of the cause without its message", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const unreadable = yield* storeOf({ ...page, read: thrower(refusal) })
      const readOnly = yield* storeOf({ ...page, write: thrower(refusal) })

      const reading = yield* Effect.flip(unreadable.get)
      const writing = yield* Effect.flip(readOnly.compareAndSet(null, tokens("R", "A")))

      assert.deepInclude(reading, { operation: "read", problem: "SecurityError" })
      assert.deepInclude(writing, { operation: "write", problem: "SecurityError" })
    }))

  it.effect("the cookie store stops polling and removes its listeners when closed", () =>
    Effect.gen(function*() {
      let reads = 0
      const listeners = new Set<readonly [type: string, listener: () => void]>()
      const page: CookiePage = {
        ...pageOf(cookieJar(), https),
        read: () => {
          reads++
          return ""
        },
        events: {
          get: () => Promise.resolve(null),
          addEventListener: (type, listener) => void listeners.add([type, listener]),
          removeEventListener: (type, listener) => {
            for (const each of listeners) if (each[0] === type && each[1] === listener) listeners.delete(each)
          }
        }
      }
      const platform = yield* started
      const joined = new Set<object>()
      const tabs: Tabs = {
        ...alone,
        join: (_topic, listener) => {
          joined.add(listener)
          return { notify: () => {}, leave: () => void joined.delete(listener) }
        }
      }
      yield* Effect.scoped(Effect.gen(function*() {
        yield* tabOf(platform, page, tabs)
        assert.isAbove(joined.size, 0)
        const before = reads
        yield* TestClock.adjust("1 second")
        assert.strictEqual(reads - before, 10)
        assert.strictEqual(listeners.size, 1)
      }))

      const before = reads
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(reads, before)
      assert.strictEqual(listeners.size, 0)
      assert.strictEqual(joined.size, 0)
    }))
})

describe("CookiePage", () => {
  /** Returns the default page with these globals. */
  const around = (globals: { readonly [name: string]: unknown }) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    try {
      return CookiePage.defaultValue()
    } finally {
      vi.unstubAllGlobals()
    }
  }
  const location = { protocol: "https:", hostname: "app.example.com" }

  it("CookiePage reads and writes the document's cookies and reads its location", () => {
    const document = { cookie: "a=1" }
    const events = { get: async () => null }
    const page = around({ document, location, self: globalThis, top: globalThis, cookieStore: events })!

    assert.deepInclude(page, { secure: true, host: "app.example.com", framed: false })
    assert.strictEqual(page.events as unknown, events)
    vi.stubGlobal("document", document)
    assert.strictEqual(page.read(), "a=1")
    page.write("b=2")
    vi.unstubAllGlobals()
    assert.strictEqual(document.cookie, "b=2")
  })

  it("CookiePage detects plain HTTP, embedding and a browser without cookie events", () => {
    const plain = { protocol: "http:", hostname: "localhost" }
    const page = around({
      document: { cookie: "" },
      location: plain,
      self: globalThis,
      top: {},
      cookieStore: undefined
    })!

    assert.deepInclude(page, { secure: false, host: "localhost", framed: true, events: undefined })
  })

  it("an element with the id cookieStore isn't mistaken for the browser's cookie store", () => {
    const element = { addEventListener: () => {}, removeEventListener: () => {} }
    const page = around({
      document: { cookie: "" },
      location,
      self: globalThis,
      top: globalThis,
      cookieStore: element
    })!

    assert.isUndefined(page.events)
  })

  it("CookiePage is undefined in a worker, a native app and anywhere else outside a browser", () => {
    assert.isUndefined(around({ document: {}, location }))
    assert.isUndefined(around({ document: undefined, location }))
    assert.isUndefined(around({}))
    assert.isUndefined(around({ location }))
    assert.isUndefined(around({ document: {} }))
  })
})

/** Tabs of one browser with a shared cookie jar. The browser may have channels and locks. */
const browserOf = (present: { readonly channel: boolean; readonly locks: boolean }) => {
  const jar = cookieJar()
  const channels = new Set<{ readonly receive: (data: unknown) => void; readonly owner: object }>()
  const messages: Array<unknown> = []
  let last: Promise<unknown> = Promise.resolve()
  const platform: TabsPlatform = {
    ...(present.channel
      ? {
        BroadcastChannel: class {
          readonly #owner = {}
          addEventListener(_type: "message", listener: (event: { readonly data: unknown }) => void) {
            channels.add({ owner: this.#owner, receive: (data) => listener({ data }) })
          }
          postMessage(message: unknown) {
            messages.push(message)
            for (const { receive, owner } of channels) if (owner !== this.#owner) receive(message)
          }
          close() {}
        }
      }
      : {}),
    ...(present.locks
      ? {
        navigator: {
          locks: {
            request: (_name, _options, callback) => last = last.then(callback)
          }
        }
      }
      : {})
  }
  return { page: pageOf(jar, https), tabs: () => tabsOf(platform), messages, jar }
}

/** Runs promises and fibers until all of them wait for the clock. */
const settle = Effect.forEach(
  Array(20),
  () => Effect.andThen(Effect.promise(() => Promise.resolve()), turns),
  { discard: true }
)

const accessOf = (session: Session["Service"]) =>
  Effect.map(session.tokens(), Option.map(({ accessToken }) => Redacted.value(accessToken)))

for (const channel of [true, false]) {
  for (const locks of [true, false]) {
    const what = `${channel ? "with" : "without"} BroadcastChannel, ${locks ? "with" : "without"} Web Locks`

    describe(`two tabs ${what}`, () => {
      it.effect(`E1 E5: sign-in, user switch and sign-out reach the other tab ${channel ? "immediately" : "within 100 ms"}`, () =>
        Effect.gen(function*() {
          const platform = yield* started
          const browser = browserOf({ channel, locks })
          const one = yield* tabOf(platform, browser.page, browser.tabs())
          const two = yield* tabOf(platform, browser.page, browser.tabs())
          const reach = channel ? turns : TestClock.adjust("100 millis")
          const sharedToken = Effect.gen(function*() {
            const mine = Option.getOrUndefined(yield* accessOf(one))
            assert.strictEqual(Option.getOrUndefined(yield* accessOf(two)), mine)
            return mine
          })

          yield* one.keep(platform.signIn())
          yield* reach
          assert.strictEqual(two.state()._tag, "SignedIn")
          const first = yield* sharedToken

          // E7
          yield* two.keep(platform.signIn())
          yield* reach
          assert.notStrictEqual(yield* sharedToken, first)

          yield* one.end
          yield* reach
          assert.strictEqual(two.state()._tag, "SignedOut")
          assert.isUndefined(yield* sharedToken)
        }))

      if (channel && locks) {
        it.effect(
          "E4: three tabs share one refresh that takes longer than the timeout for an unresponsive tab",
          () =>
            Effect.gen(function*() {
              const platform = yield* started
              const browser = browserOf({ channel, locks })
              platform.lifeMillis(30_000)
              const tabs = yield* Effect.forEach(Array(3), () => tabOf(platform, browser.page, browser.tabs()))
              yield* tabs[0]!.keep(platform.signIn())
              yield* TestClock.adjust("30 seconds")
              platform.lifeMillis(600_000)
              platform.takes(14_000)

              const waiting = yield* Effect.forEach(
                tabs,
                (tab) => Effect.forkChild(accessOf(tab), { startImmediately: true })
              )
              for (let step = 0; step < 40; step++) yield* Effect.andThen(settle, TestClock.adjust("500 millis"))
              yield* settle
              const found = yield* Effect.forEach(waiting, Fiber.join)

              assert.isTrue(found.every(Option.isSome))
              assert.strictEqual(platform.refreshes(), 1)
            })
        )
      }

      it.effect(
        `E4 E5: eight tabs with the same expired token refresh ${locks ? "once" : "at most once each"}`,
        () =>
          Effect.gen(function*() {
            const platform = yield* started
            const browser = browserOf({ channel, locks })
            platform.lifeMillis(30_000)
            const tabs = yield* Effect.forEach(Array(8), () => tabOf(platform, browser.page, browser.tabs()))
            yield* tabs[0]!.keep(platform.signIn())
            yield* TestClock.adjust("100 millis")
            platform.lifeMillis(600_000)
            platform.takes(200)
            yield* TestClock.adjust("30 seconds")

            const waiting = yield* Effect.forEach(
              tabs,
              (tab) => Effect.forkChild(accessOf(tab), { startImmediately: true })
            )
            for (let step = 0; step < 20; step++) yield* Effect.andThen(settle, TestClock.adjust("100 millis"))
            yield* settle
            const found = yield* Effect.forEach(waiting, Fiber.join)

            assert.isTrue(found.every(Option.isSome))
            assert.isTrue(tabs.every((tab) => tab.state()._tag === "SignedIn"))
            if (locks) assert.strictEqual(platform.refreshes(), 1)
            else assert.isAtMost(platform.refreshes(), 8)
          })
      )
    })
  }
}

describe("messages between tabs", () => {
  /** Replacement for `Tabs` that records topics and notifications. */
  const recordingTabs = () => {
    const topics = new Set<string>()
    let notified = 0
    const tabs: Tabs = {
      join: (topic) => {
        topics.add(topic)
        return { notify: () => void notified++, leave: () => {} }
      },
      withLock: (topic) => (self) => {
        topics.add(topic)
        return self
      }
    }
    return { tabs, topics, notified: () => notified }
  }

  it.effect("I3 E4: tabs of two projects on one host share neither messages nor the refresh lock", () =>
    Effect.gen(function*() {
      const [one, two] = [recordingTabs(), recordingTabs()]
      const other = Project.layer({ projectId: "99999999-2222-4333-8444-555555555555" })
      const page = pageOf(cookieJar(), https)
      const here = yield* storeOf(page, {}, one.tabs)
      const there = yield* storeOf(page, {}, two.tabs, other)

      yield* here.withRefreshLock!(Effect.void)
      yield* there.withRefreshLock!(Effect.void)

      assert.isAbove(one.topics.size, 0)
      assert.deepStrictEqual([...one.topics].filter((topic) => two.topics.has(topic)), [])
    }))

  it.effect("E1: a tab notifies other tabs only of actual changes", () =>
    Effect.gen(function*() {
      const { notified, tabs } = recordingTabs()
      const store = yield* storeOf(pageOf(cookieJar(), https), {}, tabs)

      assert.isFalse(yield* store.compareAndSet(tokens("S", "B"), null))
      assert.strictEqual(notified(), 0)
      assert.isTrue(yield* store.compareAndSet(null, tokens("R", "A")))
      assert.strictEqual(notified(), 1)
    }))

  it.effect("E6 P1: messages between tabs contain no token", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const browser = browserOf({ channel: true, locks: true })
      const one = yield* tabOf(platform, browser.page, browser.tabs())

      yield* one.keep(platform.signIn())
      yield* one.keep(platform.signIn())
      yield* one.end

      assert.deepStrictEqual([...new Set(browser.messages)], ["changed"])
    }))

  it.effect("a tab reads the session immediately after a cookie event of the browser", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const jar = cookieJar()
      const listeners = new Set<() => void>()
      const page: CookiePage = {
        ...pageOf(jar, http),
        events: {
          get: () => Promise.resolve(null),
          addEventListener: (type, listener) => void (type === "change" && listeners.add(listener)),
          removeEventListener: () => {}
        }
      }
      const session = yield* tabOf(platform, page)
      const { accessToken, refreshToken } = platform.signIn()

      jar.set(`stack-refresh-${projectId}=${Redacted.value(refreshToken)}; Path=/`, http)
      jar.set(
        `stack-access=${
          encodeURIComponent(JSON.stringify([Redacted.value(refreshToken), Redacted.value(accessToken)]))
        }; Path=/`,
        http
      )
      for (const listener of listeners) listener()
      yield* turns

      assert.strictEqual(session.state()._tag, "SignedIn")
      assert.strictEqual(Option.getOrUndefined(yield* accessOf(session)), Redacted.value(accessToken))
      assert.strictEqual(platform.refreshes(), 0)
    }))

  it.effect("E3: a tab that was suspended for longer than the token's lifetime keeps its session and refreshes at most once", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const browser = browserOf({ channel: false, locks: true })
      const tab = yield* tabOf(platform, browser.page, browser.tabs())
      platform.lifeMillis(30_000)
      yield* tab.keep(platform.signIn())

      yield* TestClock.adjust("1 minute")
      platform.lifeMillis(600_000)
      const waiting = yield* Effect.forEach(
        Array(20),
        () => Effect.forkChild(accessOf(tab), { startImmediately: true })
      )
      yield* settle
      for (const fiber of waiting) assert.isTrue(Option.isSome(yield* Fiber.join(fiber)))

      assert.strictEqual(platform.refreshes(), 1)
    }))
})
