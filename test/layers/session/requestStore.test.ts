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
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { bearerOf } from "../../../layers/session/sessionHeaders.ts"
import {
  layerExplicit,
  sameTokens,
  type StoredTokens,
  TokenStore,
  TokenStoreFailed
} from "../../../layers/session/TokenStore.ts"
import { read, thing } from "../../support/contract/endpoints.ts"
import { project, projectId } from "../../support/contract/project.ts"
import { cookieJar } from "../../support/platform/cookieJar.ts"
import { json, scriptedTransport, tooMany } from "../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"

const tokens = (refresh: string | undefined, access: string | undefined): StoredTokens => ({
  refreshToken: refresh === undefined ? undefined : Redacted.make(refresh),
  accessToken: access === undefined ? undefined : Redacted.make(access)
})

const open = (layer: ReturnType<typeof requestStore>["layer"]) =>
  Effect.map(Layer.build(Layer.provide(layer, project)), Context.get(TokenStore))

const tokenTexts = (found: StoredTokens | null): ReadonlyArray<string | undefined> | null =>
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

const authHeader = (accessToken: string | null, refreshToken: string | null) =>
  JSON.stringify({ accessToken, refreshToken })

describe("the session of a request", () => {
  const headers: Record<string, [Record<string, string>, ReadonlyArray<string | undefined> | null]> = {
    "without any header": [{}, null],
    "in cookies": [{ cookie: cookie("R", "A") }, ["R", "A"]],
    "with an access cookie of another session": [{ cookie: `${cookie("R")}; stack-access=raw` }, ["R", undefined]],
    "in x-stack-auth": [{ "x-stack-auth": authHeader("A", "R"), cookie: cookie("R2") }, ["R", "A"]],
    "with a signed-out x-stack-auth": [{ "x-stack-auth": authHeader(null, null), cookie: cookie("R2") }, null],
    "with an access token alone": [{ "x-stack-auth": authHeader("A", null) }, [undefined, "A"]],
    "in a bearer token": [
      { authorization: bearerOf({ accessToken: "A", refreshToken: "R" })!, "x-stack-auth": authHeader("A2", "R2") },
      ["R", "A"]
    ],
    "in a bearer token with the new name": [{ authorization: `bearer hexclave_${btoa(authHeader("A", "R"))}` }, [
      "R",
      "A"
    ]],
    "with an unrelated bearer token": [{ authorization: "Bearer abc", cookie: cookie("R") }, ["R", undefined]]
  }
  for (const [what, [record, session]] of Object.entries(headers)) {
    for (
      const [form, request] of Object.entries({
        "a Request": new Request("https://app.example.com/", { headers: record }),
        "a record": { headers: record },
        "a get function": { headers: { get: (name: string) => record[name] ?? null } }
      })
    ) {
      it.effect(`a request store reads the session of ${form} ${what}`, () =>
        Effect.gen(function*() {
          assert.deepStrictEqual(tokenTexts(yield* (yield* open(requestStore(request).layer)).get), session)
        }))
    }
  }

  for (const header of ["nonsense", "[]", "7", "null", "{\"accessToken\":7}", "{\"refreshToken\":\"undefined\"}"]) {
    it.effect(`a request store fails with a typed error for an x-stack-auth header of ${header}, instead of treating the request as signed out`, () =>
      Effect.gen(function*() {
        const store = yield* open(requestStore({ headers: { "x-stack-auth": header } }).layer)

        const error = yield* Effect.flip(store.get)

        assert.instanceOf(error, TokenStoreFailed)
        assert.include(error.message, "the request's header for the session is malformed")
      }))
  }
})

describe("a server that gets malformed headers", () => {
  it.effect("S7: malformed headers are logged in one line per minute for all affected requests", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push([message].flat().join(" ")))
      const answered = (header: string) =>
        Effect.scoped(
          Layer.build(
            Layer.fresh(layerSession()).pipe(
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
        "The token store could not be read: the request's header for the session is malformed. Only this "
        + "request counts as signed out. Send the header that the client's authHeaders() returns. "
        + "See https://latchkey-auth.github.io/latchkey/errors/TokenStoreFailed",
        `${lines[0]} (999 more like this since the last one)`
      ])
    }))
})

describe("a refresh that gets a 429", () => {
  it.effect("S2: a request's refresh that gets a 429 delays no other call and no other session", () =>
    Effect.gen(function*() {
      const platform = yield* tokenPlatform
      const signedIn = platform.signIn()
      platform.others(json(thing))
      const sessionOver = (store: Layer.Layer<TokenStore, never, Project>) =>
        Layer.build(
          Layer.fresh(
            layerClient().pipe(
              Layer.provideMerge(layerSession()),
              Layer.provide(store),
              Layer.provide([project, platform.layer])
            )
          )
        )
      const forged = yield* sessionOver(requestStore({ headers: { cookie: cookie("R") } }).layer)
      platform.meet(tooMany("3600"))
      const refused = yield* Effect.flip(Context.get(forged, Session).tokens())
      platform.meet(undefined)
      yield* TestClock.adjust("1 second")

      const honest = yield* sessionOver(layerExplicit({ ...signedIn, accessToken: undefined }))
      const tokens = yield* Context.get(honest, Session).tokens()
      const answer = yield* Effect.provide(read(), honest)

      assert.strictEqual(refused.reason._tag, "RateLimited")
      assert.isTrue(Option.isSome(tokens))
      assert.isDefined(answer)
    }))
})

describe("I8 changes in the response", () => {
  it.effect("a request store sets cookies for a refreshed token, a sign-out and a sign-in, but not for an unchanged session", () =>
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
        // the newer sign-in of another program is kept
        ["stack-access=; Path=/; Max-Age=86400; SameSite=Lax; Secure"],
        [deleted(`stack-refresh-${projectId}--default`), deleted("stack-access")],
        written
      ])
    }))

  it.effect("a change of a request's session fails with a typed error once its cookies have been read for the response", () =>
    Effect.gen(function*() {
      const store = requestStore({ headers: { cookie: cookie("R", "A") } })
      const opened = yield* open(store.layer)
      store.setCookies()

      const error = yield* Effect.flip(opened.compareAndSet(tokens("R", "A"), null))

      assert.instanceOf(error, TokenStoreFailed)
      assert.include(error.message, "the response's headers were already sent")
      assert.isTrue(sameTokens(yield* opened.get, tokens("R", "A")))
    }))

  it.effect("on Node, changing a request's session fails once the response has sent its headers", () =>
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

      assert.deepStrictEqual(outcome, ["true", "the response's headers were already sent"])
    }))

  it.effect("a session from the header x-stack-auth stays in memory, because the front end stores it", () =>
    Effect.gen(function*() {
      const store = requestStore({ headers: { "x-stack-auth": authHeader("A", "R") } })
      const opened = yield* open(store.layer)

      assert.isTrue(yield* opened.compareAndSet(tokens("R", "A"), tokens("R", "A2")))

      assert.deepStrictEqual(store.setCookies(), [])
      assert.deepStrictEqual(tokenTexts(yield* opened.get), ["R", "A2"])
    }))

  it.effect("two clients of one request share its session, and neither overwrites a change by the other", () =>
    Effect.gen(function*() {
      const request = { headers: { cookie: cookie("R", "A") } }
      const one = yield* open(requestStore(request).layer)
      const two = yield* open(requestStore(request).layer)

      yield* one.compareAndSet(tokens("R", "A"), tokens("R", "A2"))

      assert.isFalse(yield* two.compareAndSet(tokens("R", "A"), null))
      assert.deepStrictEqual(tokenTexts(yield* two.get), ["R", "A2"])
      assert.strictEqual(requestStore(request).setCookies().length, 1)
    }))

  it.effect("I3: a request never sees another request's session", () =>
    Effect.gen(function*() {
      const one = yield* open(requestStore({ headers: { cookie: cookie("R", "A") } }).layer)
      const two = yield* open(requestStore({ headers: {} }).layer)

      assert.deepStrictEqual(tokenTexts(yield* one.get), ["R", "A"])
      assert.isNull(yield* two.get)
    }))

  it.effect("I4: a request store fails with a typed error if a refresh token is too long for a cookie", () =>
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
    "a request without headers": [{ headers: {} }, true]
  }
  for (const [what, [request, expected]] of Object.entries(secure)) {
    it.effect(`I1: a request store's cookies are ${expected ? "" : "not "}Secure for ${what}`, () =>
      Effect.gen(function*() {
        const store = requestStore(request)
        yield* (yield* open(store.layer)).compareAndSet(null, tokens("R", "A"))

        assert.strictEqual(store.setCookies().every((each) => each.endsWith("; Secure")), expected)
      }))
  }
})

describe("a cookie in the older format, which a sibling site may have planted", () => {
  const host = "app.example.com"
  const cases: Record<
    string,
    [request: RequestLike & { readonly headers: object }, trusted: boolean, options?: RequestStoreOptions]
  > = {
    "no sign of HTTPS": [{ headers: { host } }, false],
    "a socket without TLS, as behind a proxy": [{ headers: { host }, socket: {} }, false],
    "an http address, as behind a proxy": [{ headers: { host }, url: "http://app.example.com/" }, false],
    "an https address": [{ headers: {}, url: "https://app.example.com/" }, false],
    "x-forwarded-proto of https": [{ headers: { host, "x-forwarded-proto": "https" } }, false],
    "a host that starts with localhost": [{ headers: { host: "localhost.example.com" } }, false],
    "a host that starts with an IP address": [{ headers: { host: "127.0.0.1.example.com" } }, false],
    "x-forwarded-proto of http": [{ headers: { host, "x-forwarded-proto": "http" } }, true],
    "localhost": [{ headers: { host: "localhost:3000" }, url: "/" }, true],
    "localhost in the URL alone": [{ headers: {}, url: "http://localhost:3000/" }, true],
    "localhost over TLS": [{ headers: { host: "localhost:3000" }, socket: { encrypted: true } }, false],
    "secure: false": [{ headers: { host } }, true, { secure: false }],
    "a site that is migrating": [{ headers: { host } }, true, { readOlderCookies: { until: "1970-01-02" } }],
    "a site that has migrated": [{ headers: { host } }, false, { readOlderCookies: { until: "1970-01-01" } }],
    "a site that always reads older cookies": [{ headers: { host } }, true, { readOlderCookies: true }],
    "a site that shares a domain": [{ headers: { host } }, true, { domain: "example.com" }],
    "a site that shares a domain and refuses older cookies": [
      { headers: { host } },
      false,
      { domain: "example.com", readOlderCookies: false }
    ]
  }
  const planted = {
    "a refresh token": ["stack-refresh=planted", ["planted", undefined]],
    "an access token alone": [`stack-access=${encodeURIComponent("[\"\",\"planted\"]")}`, [undefined, "planted"]]
  } as const
  for (const [what, [request, trusted, options]] of Object.entries(cases)) {
    for (const [which, [cookie, session]] of Object.entries(planted)) {
      it.effect(`I7: ${which} in an older cookie is ${trusted ? "" : "not "}trusted with ${what}`, () =>
        Effect.gen(function*() {
          const headers = { ...request.headers, cookie }
          const store = yield* open(requestStore({ ...request, headers }, options).layer)

          assert.deepStrictEqual(tokenTexts(yield* store.get), trusted ? session : null)
        }))
    }
  }

  it.effect("I7: Next.js requests don't trust a cookie in the older format unless the site is migrating", () =>
    Effect.gen(function*() {
      const headers = new Headers({ cookie: "stack-refresh=older", "x-forwarded-proto": "https", host })
      const found = (options?: CookieOptions) =>
        Effect.flatMap(open(layerNextjs({ headers, cookies: { set: () => {} } }, options)), ({ get }) => get)

      assert.isNull(yield* found())
      assert.deepStrictEqual(tokenTexts(yield* found({ readOlderCookies: { until: "1970-01-02" } })), [
        "older",
        undefined
      ])
    }))

  it.effect("a request store fails with a typed error if readOlderCookies is not a date", () =>
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

  it.effect("layerNextjs reads the request's cookies and sets unencoded cookies in the response, because Next.js encodes them", () =>
    Effect.gen(function*() {
      const { layer, set } = next(cookie("R", "A"))
      const store = yield* open(layer)
      assert.deepStrictEqual(tokenTexts(yield* store.get), ["R", "A"])

      yield* store.compareAndSet(tokens("R", "A"), tokens("S", "B"))

      const attributes = { path: "/", secure: true, sameSite: "lax", partitioned: false }
      assert.deepInclude(set, ["stack-access", "[\"S\",\"B\"]", { ...attributes, maxAge: 86_400 }] as never)
      assert.isTrue(set.some(([name]) => name === `__Host-stack-refresh-${projectId}--default`))
    }))

  it.effect("layerNextjs writes cookies that are read as the same session after Next.js has encoded them", () =>
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
      assert.deepStrictEqual(tokenTexts(yield* (yield* open(requestStore(request).layer)).get), ["R", "A"])
    }))

  it.effect("layerNextjs sets no token if a sign-in is followed by a sign-out in one request", () =>
    Effect.gen(function*() {
      const { layer, set } = next("")
      const store = yield* open(layer)

      yield* store.compareAndSet(null, tokens("S", "B"))
      yield* store.compareAndSet(tokens("S", "B"), null)

      const last = new Map(set.map(([name, value]) => [name, value]))
      assert.deepStrictEqual([...last.values()], ["", ""])
    }))

  it.effect("layerNextjs continues with the new token in memory in a server component that can't set cookies", () =>
    Effect.gen(function*() {
      const { layer } = next(cookie("R", "A"), true)
      const store = yield* open(layer)

      assert.isTrue(yield* store.compareAndSet(tokens("R", "A"), tokens("R", "A2")))

      assert.deepStrictEqual(tokenTexts(yield* store.get), ["R", "A2"])
    }))
})
