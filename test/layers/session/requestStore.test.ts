import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { NextRequest, NextResponse } from "next/server.js"
import { createServer, type IncomingMessage, request as send } from "node:http"
import type { AddressInfo } from "node:net"
import { layerClient } from "../../../layers/access/access.ts"
import type { Project } from "../../../layers/call/Project.ts"
import type { CookieOptions } from "../../../layers/session/cookies.ts"
import {
  layerNextjs,
  type RequestLike,
  requestStore,
  type RequestStoreOptions
} from "../../../layers/session/requestStore.ts"
import { Session } from "../../../layers/session/Session.ts"
import { bearerOf } from "../../../layers/session/sessionHeaders.ts"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "../../../layers/session/TokenStore.ts"
import { cookieJar } from "../../support/cookieJar.ts"
import { read, thing } from "../../support/endpoints.ts"
import { project, projectId } from "../../support/project.ts"
import { json, scriptedTransport, tooMany } from "../../support/scriptedTransport.ts"
import { tokenPlatform } from "../../support/tokenPlatform.ts"

const tokens = (refresh: string | undefined, access: string | undefined): StoredTokens => ({
  refreshToken: refresh === undefined ? undefined : Redacted.make(refresh),
  accessToken: access === undefined ? undefined : Redacted.make(access)
})

const open = (layer: ReturnType<typeof requestStore>["layer"]) =>
  Effect.map(Layer.build(Layer.provide(layer, project)), Context.get(TokenStore))

const inWords = (found: StoredTokens | null): ReadonlyArray<string | undefined> | null =>
  found === null
    ? null
    : [found.refreshToken, found.accessToken].map((token) => token === undefined ? undefined : Redacted.value(token))

const cookie = (refresh: string, access?: string, prefix = "__Host-") =>
  [
    `${prefix}stack-refresh-${projectId}--default=${
      encodeURIComponent(JSON.stringify({ refresh_token: refresh, updated_at_millis: 1 }))
    }`,
    ...(access === undefined ? [] : [`stack-access=${encodeURIComponent(JSON.stringify([refresh, access]))}`])
  ].join("; ")

const shown = (accessToken: string | null, refreshToken: string | null) => JSON.stringify({ accessToken, refreshToken })

describe("the session of a request", () => {
  const headers: Record<string, [Record<string, string>, ReadonlyArray<string | undefined> | null]> = {
    "without any header": [{}, null],
    "in cookies": [{ cookie: cookie("R", "A") }, ["R", "A"]],
    "whose access cookie is another session's": [{ cookie: `${cookie("R")}; stack-access=raw` }, ["R", undefined]],
    "in x-stack-auth": [{ "x-stack-auth": shown("A", "R"), cookie: cookie("R2") }, ["R", "A"]],
    "in x-stack-auth that says signed out": [{ "x-stack-auth": shown(null, null), cookie: cookie("R2") }, null],
    "with an access token alone": [{ "x-stack-auth": shown("A", null) }, [undefined, "A"]],
    "in a bearer": [
      { authorization: bearerOf({ accessToken: "A", refreshToken: "R" })!, "x-stack-auth": shown("A2", "R2") },
      ["R", "A"]
    ],
    "in a bearer of the new name": [{ authorization: `bearer hexclave_${btoa(shown("A", "R"))}` }, ["R", "A"]],
    "with somebody else's bearer": [{ authorization: "Bearer abc", cookie: cookie("R") }, ["R", undefined]]
  }
  for (const [what, [record, session]] of Object.entries(headers)) {
    for (
      const [form, request] of Object.entries({
        "a Request": new Request("https://app.example.com/", { headers: record }),
        "a record": { headers: record },
        "a get function": { headers: { get: (name: string) => record[name] ?? null } }
      })
    ) {
      it.effect(`${what}, of ${form}`, () =>
        Effect.gen(function*() {
          assert.deepStrictEqual(inWords(yield* (yield* open(requestStore(request).layer)).get), session)
        }))
    }
  }

  for (const header of ["nonsense", "[]", "7", "null", "{\"accessToken\":7}", "{\"refreshToken\":\"undefined\"}"]) {
    it.effect(`x-stack-auth of ${header} is a typed error, not somebody signed out`, () =>
      Effect.gen(function*() {
        const store = yield* open(requestStore({ headers: { "x-stack-auth": header } }).layer)

        const error = yield* Effect.flip(store.get)

        assert.instanceOf(error, TokenStoreFailed)
        assert.include(error.message, "the request's header for the session is malformed")
      }))
  }
})

describe("a server that gets malformed headers", () => {
  it.effect("S7 writes one line a minute, which says what is so for a request", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push([message].flat().join(" ")))
      const answered = (header: string) =>
        Effect.scoped(
          Layer.build(
            Layer.fresh(Session.layer()).pipe(
              Layer.provide(requestStore({ headers: { "x-stack-auth": header } }).layer),
              Layer.provide([project, scripted.layer])
            )
          )
        ).pipe(Effect.map((context) => Context.get(context, Session).state()._tag))
      const scripted = scriptedTransport(json({}))

      yield* Effect.gen(function*() {
        for (let at = 0; at < 1000; at++) assert.strictEqual(yield* answered(`nonsense ${at}`), "SignedOut")
        yield* TestClock.adjust("1 minute")
        yield* answered("nonsense")
      }).pipe(Effect.provide(Logger.layer([logger])))

      assert.deepStrictEqual(lines, [
        "The token store could not be read: the request's header for the session is malformed. This request counts as "
        + "signed out, and no other. Send the header as authHeaders() of the client makes it. "
        + "See https://latchkey-auth.github.io/latchkey/errors/TokenStoreFailed",
        `${lines[0]} (999 more like this since the last one)`
      ])
    }))
})

describe("a refresh that meets a 429", () => {
  it.effect("S2 of a session that came with a request holds back no other call, and no session from elsewhere", () =>
    Effect.gen(function*() {
      const platform = yield* tokenPlatform
      const over = platform.signIn()
      platform.others(json(thing))
      const sessionOver = (store: Layer.Layer<TokenStore, never, Project>) =>
        Layer.build(
          Layer.fresh(
            layerClient().pipe(
              Layer.provideMerge(Session.layer()),
              Layer.provide(store),
              Layer.provide([project, platform.layer])
            )
          )
        )
      const madeUp = yield* sessionOver(requestStore({ headers: { cookie: cookie("R") } }).layer)
      platform.meet(tooMany("3600"))
      const refused = yield* Effect.flip(Context.get(madeUp, Session).tokens())
      platform.meet(undefined)
      yield* TestClock.adjust("1 second")

      const honest = yield* sessionOver(TokenStore.layerExplicit({ ...over, accessToken: undefined }))
      const tokens = yield* Context.get(honest, Session).tokens()
      const answer = yield* Effect.provide(read(), honest)

      assert.strictEqual(refused.reason._tag, "RateLimited")
      assert.isTrue(Option.isSome(tokens))
      assert.isDefined(answer)
    }))
})

describe("I8 what changes goes into the answer", () => {
  it.effect("a refreshed token, a sign-out and a sign-in are Set-Cookie headers; without a change there is none", () =>
    Effect.gen(function*() {
      const answers: Array<ReadonlyArray<string>> = []
      for (const next of [undefined, tokens("R", "A2"), null, tokens("S", "B")]) {
        const store = requestStore({ headers: { cookie: cookie("R", "A", ""), "x-forwarded-proto": "https" } }, {
          readOlderCookies: true
        })
        const opened = yield* open(store.layer)
        if (next !== undefined) assert.isTrue(yield* opened.compareAndSet(tokens("R", "A"), next))
        answers.push(store.setCookies().map((each) => each.replace(/=.*?;/, "=;")))
      }

      const deleted = (name: string) => `${name}=; Path=/; Max-Age=0; SameSite=Lax; Secure`
      const written = [
        deleted(`stack-refresh-${projectId}--default`),
        `__Host-stack-refresh-${projectId}--default=; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
        "stack-access=; Path=/; Max-Age=86400; SameSite=Lax; Secure"
      ]
      assert.deepStrictEqual(answers, [
        [],
        // what somebody else signed in with meanwhile stays
        ["stack-access=; Path=/; Max-Age=86400; SameSite=Lax; Secure"],
        [deleted(`stack-refresh-${projectId}--default`), deleted("stack-access")],
        written
      ])
    }))

  it.effect("once the cookies are handed over, a change is a typed error", () =>
    Effect.gen(function*() {
      const store = requestStore({ headers: { cookie: cookie("R", "A") } })
      const opened = yield* open(store.layer)
      store.setCookies()

      const error = yield* Effect.flip(opened.compareAndSet(tokens("R", "A"), null))

      assert.instanceOf(error, TokenStoreFailed)
      assert.include(error.message, "the headers of the answer are sent already")
      assert.isTrue(sameTokens(yield* opened.get, tokens("R", "A")))
    }))

  it.effect("Node: the same once its response has sent its headers, and not before", () =>
    Effect.gen(function*() {
      const outcome = yield* Effect.promise(() =>
        new Promise<ReadonlyArray<string>>((resolve, reject) => {
          const server = createServer((request: IncomingMessage, response) => {
            const store = requestStore(request, { headersSent: () => response.headersSent })
            Effect.runPromise(Effect.scoped(Effect.gen(function*() {
              const opened = yield* open(store.layer)
              const first = yield* opened.compareAndSet(tokens("R", "A"), tokens("R", "A2"))
              response.setHeader("set-cookie", store.setCookies()).writeHead(200).flushHeaders()
              const second = yield* Effect.flip(opened.compareAndSet(tokens("R", "A2"), null))
              response.end()
              resolve([String(first), second.problem])
            }))).catch(reject)
          }).listen(0, "127.0.0.1", () => {
            const { port } = server.address() as AddressInfo
            send({ port, host: "127.0.0.1", headers: { cookie: cookie("R", "A") } }, (answer) => {
              assert.strictEqual(answer.headers["set-cookie"]?.length, 1)
              answer.resume().on("end", () => server.close())
            }).end()
          })
        })
      )

      assert.deepStrictEqual(outcome, ["true", "the headers of the answer are sent already"])
    }))

  it.effect("a session that came by a header of its own stays in memory: its front end has it", () =>
    Effect.gen(function*() {
      const store = requestStore({ headers: { "x-stack-auth": shown("A", "R") } })
      const opened = yield* open(store.layer)

      assert.isTrue(yield* opened.compareAndSet(tokens("R", "A"), tokens("R", "A2")))

      assert.deepStrictEqual(store.setCookies(), [])
      assert.deepStrictEqual(inWords(yield* opened.get), ["R", "A2"])
    }))

  it.effect("two clients over one request share its session, and compare before they write", () =>
    Effect.gen(function*() {
      const request = { headers: { cookie: cookie("R", "A") } }
      const one = yield* open(requestStore(request).layer)
      const two = yield* open(requestStore(request).layer)

      yield* one.compareAndSet(tokens("R", "A"), tokens("R", "A2"))

      assert.isFalse(yield* two.compareAndSet(tokens("R", "A"), null))
      assert.deepStrictEqual(inWords(yield* two.get), ["R", "A2"])
      assert.strictEqual(requestStore(request).setCookies().length, 1)
    }))

  it.effect("I3 a request never sees another one's session", () =>
    Effect.gen(function*() {
      const one = yield* open(requestStore({ headers: { cookie: cookie("R", "A") } }).layer)
      const two = yield* open(requestStore({ headers: {} }).layer)

      assert.deepStrictEqual(inWords(yield* one.get), ["R", "A"])
      assert.isNull(yield* two.get)
    }))

  it.effect("I4 a refresh token that fits no cookie is a typed error", () =>
    Effect.gen(function*() {
      const opened = yield* open(requestStore({ headers: {} }).layer)

      const error = yield* Effect.flip(opened.compareAndSet(null, tokens("x".repeat(5000), "A")))

      assert.include(error.message, "too long for a cookie")
    }))

  const secure: Record<string, [Parameters<typeof requestStore>[0], boolean]> = {
    "an https address": [new Request("https://app.example.com/"), true],
    "an http address, as behind a proxy": [new Request("http://app.example.com/"), true],
    "an http address of this machine": [new Request("http://localhost:3000/"), false],
    "a host below localhost": [{ headers: { host: "app.localhost:3000" } }, false],
    "an IP address": [{ headers: { host: "192.168.1.5:3000" } }, false],
    "an IPv6 address": [{ headers: { host: "[fe80::1]:3000" } }, false],
    "a name without a dot": [{ headers: { host: "app:3000" } }, false],
    "a name with siblings": [{ headers: { host: "app.example.com:3000" } }, true],
    "x-forwarded-proto": [{ headers: { "x-forwarded-proto": "https, http" } }, true],
    "x-forwarded-proto of http": [{ headers: { "x-forwarded-proto": "http" } }, false],
    "an encrypted socket": [{ headers: {}, socket: { encrypted: true } }, true],
    "the marker cookie": [{ headers: { cookie: "stack-is-https=true" } }, true],
    "nothing": [{ headers: {} }, true]
  }
  for (const [what, [request, expected]] of Object.entries(secure)) {
    it.effect(`I1 ${what} makes cookies ${expected ? "" : "not "}Secure`, () =>
      Effect.gen(function*() {
        const store = requestStore(request)
        yield* (yield* open(store.layer)).compareAndSet(null, tokens("R", "A"))

        assert.strictEqual(store.setCookies().every((each) => each.endsWith("; Secure")), expected)
      }))
  }
})

describe("a cookie of the older format, which a sibling site could have planted", () => {
  const host = "app.example.com"
  const cases: Record<
    string,
    [request: RequestLike & { readonly headers: object }, believed: boolean, options?: RequestStoreOptions]
  > = {
    "nothing that tells HTTPS": [{ headers: { host } }, false],
    "a socket without TLS, as behind a proxy": [{ headers: { host }, socket: {} }, false],
    "an http address, as behind a proxy": [{ headers: { host }, url: "http://app.example.com/" }, false],
    "an https address": [{ headers: {}, url: "https://app.example.com/" }, false],
    "x-forwarded-proto of https": [{ headers: { host, "x-forwarded-proto": "https" } }, false],
    "a host that begins as localhost does": [{ headers: { host: "localhost.example.com" } }, false],
    "a host that begins as an IP address does": [{ headers: { host: "127.0.0.1.example.com" } }, false],
    "x-forwarded-proto of http": [{ headers: { host, "x-forwarded-proto": "http" } }, true],
    "localhost": [{ headers: { host: "localhost:3000" }, url: "/" }, true],
    "localhost, told by the address alone": [{ headers: {}, url: "http://localhost:3000/" }, true],
    "localhost over TLS": [{ headers: { host: "localhost:3000" }, socket: { encrypted: true } }, false],
    "a program that knows better": [{ headers: { host } }, true, { secure: false }],
    "a site that moves over": [{ headers: { host } }, true, { readOlderCookies: { until: "1970-01-02" } }],
    "a site that has moved over": [{ headers: { host } }, false, { readOlderCookies: { until: "1970-01-01" } }],
    "a site that reads them for good": [{ headers: { host } }, true, { readOlderCookies: true }],
    "a site that shares a domain": [{ headers: { host } }, true, { domain: "example.com" }],
    "a site that shares a domain, and refuses them": [
      { headers: { host } },
      false,
      { domain: "example.com", readOlderCookies: false }
    ]
  }
  const planted = {
    "a refresh token": ["stack-refresh=planted", ["planted", undefined]],
    "an access token alone": [`stack-access=${encodeURIComponent("[\"\",\"planted\"]")}`, [undefined, "planted"]]
  } as const
  for (const [what, [request, believed, options]] of Object.entries(cases)) {
    for (const [which, [cookie, session]] of Object.entries(planted)) {
      it.effect(`I7 ${what}: ${which} is ${believed ? "" : "not "}believed`, () =>
        Effect.gen(function*() {
          const headers = { ...request.headers, cookie }
          const store = yield* open(requestStore({ ...request, headers }, options).layer)

          assert.deepStrictEqual(inWords(yield* store.get), believed ? session : null)
        }))
    }
  }

  it.effect("I7 is not believed by Next.js either, unless the site moves over", () =>
    Effect.gen(function*() {
      const headers = new Headers({ cookie: "stack-refresh=older", "x-forwarded-proto": "https", host })
      const found = (options?: CookieOptions) =>
        Effect.flatMap(open(layerNextjs({ headers, cookies: { set: () => {} } }, options)), ({ get }) => get)

      assert.isNull(yield* found())
      assert.deepStrictEqual(inWords(yield* found({ readOlderCookies: { until: "1970-01-02" } })), ["older", undefined])
    }))

  it.effect("is a typed error where the option says no time", () =>
    Effect.gen(function*() {
      const store = yield* open(requestStore({ headers: {} }, { readOlderCookies: { until: "soon" } }).layer)

      const error = yield* Effect.flip(store.get)

      assert.include(error.message, "readOlderCookies is neither true, false nor { until: a date }")
    }))
})

describe("layerNextjs", () => {
  const next = (cookies: string, readOnly = false) => {
    const set: Array<readonly [string, string, object]> = []
    return {
      set,
      layer: layerNextjs({
        headers: new Headers({ cookie: cookies, "x-forwarded-proto": "https", host: "app.example.com" }),
        cookies: {
          set: (name, value, options) => {
            if (readOnly) throw new Error("Cookies can only be modified in a Server Action or Route Handler.")
            set.push([name, value, options])
          }
        }
      })
    }
  }

  it.effect("reads the request's cookies and sets those of the answer, unencoded: Next.js encodes", () =>
    Effect.gen(function*() {
      const { layer, set } = next(cookie("R", "A"))
      const store = yield* open(layer)
      assert.deepStrictEqual(inWords(yield* store.get), ["R", "A"])

      yield* store.compareAndSet(tokens("R", "A"), tokens("S", "B"))

      const attributes = { path: "/", secure: true, sameSite: "lax", partitioned: false }
      assert.deepInclude(set, ["stack-access", "[\"S\",\"B\"]", { ...attributes, maxAge: 86_400 }] as never)
      assert.isTrue(set.some(([name]) => name === `__Host-stack-refresh-${projectId}--default`))
    }))

  it.effect("what the real cookies of Next.js make of it is a session again", () =>
    Effect.gen(function*() {
      const response = new NextResponse()
      const url = "https://app.example.com/"
      const store = yield* open(
        layerNextjs({ headers: new Headers({ "x-forwarded-proto": "https" }), cookies: response.cookies })
      )

      yield* store.compareAndSet(null, tokens("R", "A"))

      const jar = cookieJar()
      for (const cookie of response.headers.getSetCookie()) jar.set(cookie.replace("SameSite=lax", "SameSite=Lax"), url)
      const request = new NextRequest(url, { headers: { cookie: jar.read(url) } })
      assert.strictEqual(jar.kept().length, 2)
      assert.deepStrictEqual(inWords(yield* (yield* open(requestStore(request).layer)).get), ["R", "A"])
    }))

  it.effect("a sign-in and a sign-out in one request leave nothing set", () =>
    Effect.gen(function*() {
      const { layer, set } = next("")
      const store = yield* open(layer)

      yield* store.compareAndSet(null, tokens("S", "B"))
      yield* store.compareAndSet(tokens("S", "B"), null)

      const last = new Map(set.map(([name, value]) => [name, value]))
      assert.deepStrictEqual([...last.values()], ["", ""])
    }))

  it.effect("a server component that may not set cookies goes on with the new token in memory", () =>
    Effect.gen(function*() {
      const { layer } = next(cookie("R", "A"), true)
      const store = yield* open(layer)

      assert.isTrue(yield* store.compareAndSet(tokens("R", "A"), tokens("R", "A2")))

      assert.deepStrictEqual(inWords(yield* store.get), ["R", "A2"])
    }))
})
