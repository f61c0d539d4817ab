import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Tabs, tabsOf, type TabsPlatform, type TabsService } from "../../../layers/browser/Tabs.ts"
import { CookiePage, layerCookies } from "../../../layers/session/browserCookies.ts"
import type { CookieOptions } from "../../../layers/session/cookies.ts"
import { Session } from "../../../layers/session/Session.ts"
import { sameTokens, type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import { cookieJar, type TestJar } from "../../support/cookieJar.ts"
import { turns } from "../../support/fibers.ts"
import { project, projectId } from "../../support/project.ts"
import { type TokenPlatform, tokenPlatform } from "../../support/tokenPlatform.ts"

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

const alone = tabsOf({})

/** The store of one tab, for as long as the scope is open. */
const storeOf = (page: CookiePage | undefined, options?: CookieOptions, tabs: TabsService = alone) =>
  Effect.map(
    Layer.build(Layer.fresh(
      layerCookies(options).pipe(
        Layer.provide(project),
        Layer.provide([Layer.succeed(CookiePage, page), Layer.succeed(Tabs, tabs)])
      )
    )),
    Context.get(TokenStore)
  )

/** The session of one tab. */
const tabOf = (platform: TokenPlatform, page: CookiePage, tabs: TabsService = alone) =>
  Effect.gen(function*() {
    const store = yield* storeOf(page, {}, tabs)
    return yield* Layer.build(Layer.fresh(
      Session.layer.pipe(Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)]))
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
  it.effect("keeps the session for the next page", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const before = yield* storeOf(page)

      assert.isNull(yield* before.get)
      assert.isTrue(yield* before.compareAndSet(null, tokens("R", "A")))

      assert.isTrue(sameTokens(yield* (yield* storeOf(page)).get, tokens("R", "A")))
    }))

  it.effect("writes only in place of what was expected", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const [one, two] = [yield* storeOf(page), yield* storeOf(page)]
      yield* one.compareAndSet(null, tokens("R", "A"))

      assert.isFalse(yield* two.compareAndSet(null, tokens("S", "B")))
      assert.isTrue(yield* two.compareAndSet(tokens("R", "A"), tokens("S", "B")))
      assert.isFalse(yield* one.compareAndSet(tokens("R", "A"), null))

      assert.isTrue(sameTokens(yield* one.get, tokens("S", "B")))
    }))

  it.effect("I1 over HTTPS all is Secure and the refresh cookie is this host's alone; a marker tells servers", () =>
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

  const framed = { "a browser that partitions": true, "a browser that does not": false }
  for (const [what, partitioned] of Object.entries(framed)) {
    it.effect(`I1 embedded by another site in ${what}: partitioned only with proof, else memory alone`, () =>
      Effect.gen(function*() {
        const jar = cookieJar()
        const page: CookiePage = {
          ...pageOf(jar, https),
          framed: true,
          write: (cookie) => cookie.includes("SameSite=Lax") ? undefined : jar.set(cookie, https),
          events: {
            get: (name) => Promise.resolve(jar.read(https).includes(name) ? { partitioned } : null),
            addEventListener: () => {},
            removeEventListener: () => {}
          }
        }
        const store = yield* storeOf(page)

        const { _tag } = yield* Effect.exit(store.compareAndSet(null, tokens("R", "A")))

        assert.strictEqual(_tag, partitioned ? "Success" : "Failure")
        assert.strictEqual(jar.kept().length, partitioned ? 3 : 0)
        for (const { attributes } of jar.kept()) {
          assert.isTrue(attributes.has("partitioned"))
          assert.strictEqual(attributes.get("samesite"), "None")
        }
      }))
  }

  it.effect("I1 embedded by a page of the same site: as on a page of its own", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const store = yield* storeOf({
        ...pageOf(jar, https),
        framed: true,
        events: {
          get: () => Promise.resolve({ partitioned: true }),
          addEventListener: () => {},
          removeEventListener: () => {}
        }
      })

      yield* store.compareAndSet(null, tokens("R", "A"))

      assert.isFalse(jar.kept().some(({ attributes }) => attributes.has("partitioned")))
      assert.strictEqual(jar.kept().length, 3)
    }))

  it.effect("I4 an access token that fits no cookie lives on in memory, and the refresh token in its cookie", () =>
    Effect.gen(function*() {
      const page = pageOf(cookieJar(), https)
      const store = yield* storeOf(page)
      const long = tokens("R", "x".repeat(5000))

      assert.isTrue(yield* store.compareAndSet(null, long))

      assert.isTrue(sameTokens(yield* store.get, long))
      assert.isTrue(sameTokens(yield* (yield* storeOf(page)).get, tokens("R", undefined)))
    }))

  it.effect("I4 a refresh token that fits no cookie is a typed error, and nothing is written", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const store = yield* storeOf(pageOf(jar, "http://localhost/"))

      const error = yield* Effect.flip(store.compareAndSet(null, tokens("x".repeat(5000), "A")))

      assert.include(error.message, "The token store could not be written: the refresh token is too long for a cookie.")
      assert.deepStrictEqual(jar.kept(), [])
    }))

  it.effect("an access cookie that is gone, or overwritten by another project, takes no token from memory", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const store = yield* storeOf(pageOf(jar, https))
      yield* store.compareAndSet(null, tokens("R", "A"))

      jar.set("stack-access=other; Path=/; Secure", https)
      assert.isTrue(sameTokens(yield* store.get, tokens("R", "A")))

      assert.isTrue(yield* store.compareAndSet(tokens("R", "A"), tokens("R", undefined)))
      assert.isTrue(sameTokens(yield* store.get, tokens("R", undefined)))
    }))

  it.effect("I7 a cookie that cannot be deleted signs nobody in after a sign-out", () =>
    Effect.gen(function*() {
      const jar = cookieJar()
      const page = pageOf(jar, "http://app.example.com/")
      let planted = ""
      const store = yield* storeOf({ ...page, read: () => [page.read(), planted].filter(Boolean).join("; ") })
      yield* store.compareAndSet(null, tokens("R", "A"))
      planted = "stack-refresh=planted"

      const now = yield* store.get
      yield* store.compareAndSet(now, null)
      assert.isNull(yield* store.get)
      planted += "; theme=dark"
      assert.isNull(yield* store.get)

      assert.isTrue(yield* store.compareAndSet(null, tokens("S", "B")))
    }))

  it.effect("I7 a session of an older format counts over HTTPS until the time that the site named, and is moved over by a refresh", () =>
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
      left.set("theme=dark; Path=/", https)
      assert.isNull(yield* leaver.get)
    }))

  it.effect("I7 what a sibling site planted signs nobody in over HTTPS, and is gone after a sign-in", () =>
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

  it.effect("fails with a typed error for an option that names no time", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(storeOf(pageOf(cookieJar(), https), { readOlderCookies: { until: "soon" } }))

      assert.strictEqual(
        error.message,
        "readOlderCookies is neither true, false nor { until: a date }. Give a Date, or a text such as \"2027-06-01\"."
      )
    }))

  it.effect("fails with a typed error outside a browser", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(storeOf(undefined))

      assert.strictEqual(
        error.message,
        "tokenStore is \"cookie\", but there is no browser here. "
          + "On a server give it the request whose session it is, or \"memory\"."
      )
    }))

  const broken: Record<string, Partial<CookiePage>> = {
    "reading throws": {
      read: () => {
        throw new DOMException("sandboxed: secret", "SecurityError")
      }
    },
    "writing throws": {
      write: () => {
        throw new DOMException("sandboxed: secret", "SecurityError")
      }
    },
    "nothing is kept": { write: () => {} }
  }
  for (const [what, fault] of Object.entries(broken)) {
    it.effect(`E8 D14 ${what}: people sign in, and stay so in memory`, () =>
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
        assert.match(logged, /The token store could not be (?:read|written)/)
        assert.notInclude(logged, "secret")
      }))
  }

  it.effect("closing it stops the polling and hears no more events", () =>
    Effect.gen(function*() {
      let reads = 0
      const listeners = new Set<() => void>()
      const page: CookiePage = {
        ...pageOf(cookieJar(), https),
        read: () => {
          reads++
          return ""
        },
        events: {
          get: () => Promise.resolve(null),
          addEventListener: (_type, listener) => void listeners.add(listener),
          removeEventListener: (_type, listener) => void listeners.delete(listener)
        }
      }
      const platform = yield* started
      yield* Effect.scoped(Effect.gen(function*() {
        yield* tabOf(platform, page)
        const before = reads
        yield* TestClock.adjust("1 second")
        assert.strictEqual(reads - before, 10)
        assert.strictEqual(listeners.size, 1)
      }))

      const before = reads
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(reads, before)
      assert.strictEqual(listeners.size, 0)
    }))
})

/** Tabs of one browser: a jar, and channels and locks as far as they are there. */
const browserOf = (present: { readonly channel: boolean; readonly locks: boolean }) => {
  const jar = cookieJar()
  const channels = new Set<{ readonly hear: (data: unknown) => void; readonly owner: object }>()
  const messages: Array<unknown> = []
  let last: Promise<unknown> = Promise.resolve()
  const platform: TabsPlatform = {
    ...(present.channel
      ? {
        BroadcastChannel: class {
          readonly #owner = {}
          addEventListener(_type: "message", listener: (event: { readonly data: unknown }) => void) {
            channels.add({ owner: this.#owner, hear: (data) => listener({ data }) })
          }
          postMessage(message: unknown) {
            messages.push(message)
            for (const { hear, owner } of channels) if (owner !== this.#owner) hear(message)
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

/** Lets promises and fibers go on until all of them wait for the clock. */
const settled = Effect.forEach(
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
      it.effect(`E1 E5 sign-in, user switch and sign-out reach the other tab ${channel ? "at once" : "within 100 ms"}`, () =>
        Effect.gen(function*() {
          const platform = yield* started
          const browser = browserOf({ channel, locks })
          const one = yield* tabOf(platform, browser.page, browser.tabs())
          const two = yield* tabOf(platform, browser.page, browser.tabs())
          const reach = channel ? turns : TestClock.adjust("100 millis")
          const alike = Effect.gen(function*() {
            const mine = Option.getOrUndefined(yield* accessOf(one))
            assert.strictEqual(Option.getOrUndefined(yield* accessOf(two)), mine)
            return mine
          })

          yield* one.keep(platform.signIn())
          yield* reach
          assert.strictEqual(two.state()._tag, "SignedIn")
          const first = yield* alike

          // E7
          yield* two.keep(platform.signIn())
          yield* reach
          assert.notStrictEqual(yield* alike, first)

          yield* one.end
          yield* reach
          assert.strictEqual(two.state()._tag, "SignedOut")
          assert.isUndefined(yield* alike)
        }))

      if (channel && locks) {
        it.effect(
          "E4 a refresh that takes longer than a tab waits for a silent one is still one refresh",
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
              for (let step = 0; step < 40; step++) yield* Effect.andThen(settled, TestClock.adjust("500 millis"))
              yield* settled
              const found = yield* Effect.forEach(waiting, Fiber.join)

              assert.isTrue(found.every(Option.isSome))
              assert.strictEqual(platform.refreshes(), 1)
            }),
          30_000
        )
      }

      it.effect(
        `E4 E5 eight tabs that expire together refresh ${locks ? "once" : "once each at most"}`,
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
            for (let step = 0; step < 20; step++) yield* Effect.andThen(settled, TestClock.adjust("100 millis"))
            yield* settled
            const found = yield* Effect.forEach(waiting, Fiber.join)

            assert.isTrue(found.every(Option.isSome))
            assert.isTrue(tabs.every((tab) => tab.state()._tag === "SignedIn"))
            if (locks) assert.strictEqual(platform.refreshes(), 1)
            else assert.isAtMost(platform.refreshes(), 8)
          }),
        30_000
      )
    })
  }
}

describe("what tabs tell one another", () => {
  it.effect("E6 P1 no token is in any message", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const browser = browserOf({ channel: true, locks: true })
      const one = yield* tabOf(platform, browser.page, browser.tabs())

      yield* one.keep(platform.signIn())
      yield* one.keep(platform.signIn())
      yield* one.end

      assert.deepStrictEqual([...new Set(browser.messages)], ["changed"])
    }))

  it.effect("a change that an event of the browser tells is seen at once", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const jar = cookieJar()
      const listeners = new Set<() => void>()
      const page: CookiePage = {
        ...pageOf(jar, http),
        events: {
          get: () => Promise.resolve(null),
          addEventListener: (_type, listener) => void listeners.add(listener),
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

  it.effect("E3 a tab that slept for longer than its token lives wakes to its session, with one refresh at most", () =>
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
      yield* settled
      for (const fiber of waiting) assert.isTrue(Option.isSome(yield* Fiber.join(fiber)))

      assert.strictEqual(platform.refreshes(), 1)
    }))
})
