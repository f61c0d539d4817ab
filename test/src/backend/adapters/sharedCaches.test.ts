import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import express from "express"
import { Hono } from "hono"
import { NextResponse } from "next/server.js"
import * as http from "node:http"
import type * as net from "node:net"
import { requestStore } from "../../../../layers/session/requestStore.ts"
import { forbidSharedCaches, privateCacheControl, writeCookies } from "../../../../layers/session/sharedCaches.ts"
import { TokenStore } from "../../../../layers/session/TokenStore.ts"
import {
  fetchHandler,
  latchkeyExpress,
  latchkeyHono,
  latchkeyNextjs,
  latchkeyProxy,
  nodeHttp,
  type WithAuthentication
} from "../../../../src/backend/adapters/index.ts"
import {
  Authenticate,
  Authenticator,
  CurrentAuthentication,
  layerAuthentication,
  router
} from "../../../../src/backend/httpApi/index.ts"
import type { Authentication, RequestLike } from "../../../../src/verify.ts"
import { project, projectId } from "../../../support/contract/project.ts"
import { sharedCache } from "./sharedCache.ts"

/**
 * Authenticates by a header that contains the name of the user. Each request of a signed-in user refreshes the session.
 */
const authenticateRequest = async ({ headers }: RequestLike): Promise<Authentication> => {
  const read = headers as { readonly get?: (name: string) => string | null; readonly [name: string]: unknown }
  const name = String(typeof read.get === "function" ? read.get("x-user") : read["x-user"])
  const setCookies = name === "signedOut" ? [] : [`stack-access=${name}; Path=/; Secure`]
  return { status: "signed-out", reason: "no-credentials", message: name, setCookies }
}

const authenticator = { authenticateRequest }

const nameOf = (who: Authentication): string => who.status === "signed-out" ? who.message : who.status

/** Headers of a page that shared caches may store. */
const cacheable = {
  "cache-control": "public, max-age=60",
  "cdn-cache-control": "max-age=60",
  "vercel-cdn-cache-control": "max-age=60",
  "surrogate-control": "max-age=60"
}

type App = (request: Request) => Promise<Response>

const overPort = (handler: http.RequestListener): App => async (request) => {
  const server = http.createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    const { port } = server.address() as net.AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: request.headers, redirect: "manual" })
    return new Response(await answer.arrayBuffer(), answer)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const honoApp = (answer: (name: string) => Response): App => {
  const app = new Hono<WithAuthentication>()
  app.use(latchkeyHono(authenticator))
  app.get("/", (c) => answer(nameOf(c.get("authentication"))))
  return async (request) => app.fetch(request)
}

const honoText = (): App => {
  const app = new Hono<WithAuthentication>()
  app.use(latchkeyHono(authenticator))
  app.get("/", (c) => c.text(nameOf(c.get("authentication")), 200, cacheable))
  return async (request) => app.fetch(request)
}

const expressApp = (): App => {
  const app = express()
  app.use(latchkeyExpress(authenticator))
  app.get("/", (request, response) => {
    response.set(cacheable).send(request.headers["x-user"])
  })
  return overPort(app)
}

const nodeApp = (answer: (response: http.ServerResponse, name: string) => void): App =>
  overPort(async (request, response) => answer(response, nameOf(await nodeHttp(authenticator)(request, response))))

const effectful = Authenticator.of({
  sessionStartedAt: () => Effect.succeed(undefined),
  checkFreshness: () => Effect.succeed("too-old"),
  holderOf: () => Effect.succeed("unknown"),
  authenticate: (request) => Effect.promise(() => authenticateRequest(request))
})

class Api extends HttpApi.make("api").add(
  HttpApiGroup.make("pages").add(HttpApiEndpoint.get("page", "/", { success: Schema.String }).middleware(Authenticate))
) {}

const webHandler = (routes: Layer.Layer<never, never, HttpRouter.HttpRouter | Authenticator>): App => {
  const { handler } = HttpRouter.toWebHandler(
    routes.pipe(Layer.provide(Layer.succeed(Authenticator, effectful)), Layer.provide(HttpServer.layerServices)),
    { disableLogger: true }
  )
  return (request) => handler(request)
}

const httpApiApp = (): App =>
  webHandler(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(
        HttpApiBuilder.group(Api, "pages", (handlers) =>
          handlers.handleRaw("page", () =>
            Effect.map(CurrentAuthentication, (who) =>
              HttpServerResponse.text(nameOf(who), { headers: cacheable }))))
      ),
      Layer.provide(layerAuthentication())
    ) as Layer.Layer<never, never, HttpRouter.HttpRouter | Authenticator>
  )

const routerApp = (): App =>
  webHandler(
    HttpRouter.add(
      "GET",
      "/",
      Effect.map(CurrentAuthentication, (who) => HttpServerResponse.text(nameOf(who), { headers: cacheable }))
    ).pipe(Layer.provide(router.authenticate.layer))
  )

/**
 * The proxy's response in the form in which Next.js sends it: it has the page's body and headers, but the proxy's
 * headers replace headers of the same name.
 */
const latchkeyProxyApp: App = async (request) => {
  const proxied = await latchkeyProxy(authenticator, NextResponse)(request)
  const headers = new Headers(cacheable)
  proxied.headers.forEach((value, name) =>
    name === "set-cookie" ? headers.append(name, value) : headers.set(name, value)
  )
  return new Response(request.headers.get("x-user"), { headers })
}

/** A route handler that authenticates the request but allows shared caches to store the response. */
const nextRouteApp: App = async (request) => {
  const set: Array<string> = []
  const who = await latchkeyNextjs(authenticator, {
    headers: async () => request.headers,
    cookies: async () => ({ set: ({ name, value }) => set.push(`${name}=${value}`) }),
    redirect: (url) => {
      throw new Error(url)
    }
  }).authenticate()
  assert.strictEqual(nameOf(who), request.headers.get("x-user"))
  const response = new Response("a page without user data", { headers: cacheable })
  for (const cookie of set) response.headers.append("set-cookie", cookie)
  return response
}

const cookieOf = (who: string) =>
  `__Host-stack-refresh-${projectId}--default=${
    encodeURIComponent(JSON.stringify({ refresh_token: who, updated_at_millis: 1 }))
  }`

/** Reads the session of a request. If a user is signed in, refreshes the session. */
const refreshedStore = async (request: RequestLike, who: string) => {
  const store = requestStore(request)
  const held = { refreshToken: Redacted.make(who), accessToken: undefined }
  const refresh = TokenStore.use((tokens) => tokens.compareAndSet(held, { ...held, accessToken: Redacted.make(who) }))
  if (who !== "signedOut") await Effect.runPromise(Effect.provide(refresh, Layer.provide(store.layer, project)))
  return store
}

const requestStoreApp: App = async (request) => {
  const who = request.headers.get("x-user")!
  const requested = new Request(request, { headers: { cookie: cookieOf(who) } })
  const response = new Response(who, { headers: cacheable })
  writeCookies(response.headers, (await refreshedStore(requested, who)).setCookies())
  return response
}

const requestStoreNode: App = overPort(async (request, response) => {
  const who = String(request.headers["x-user"])
  const store = await refreshedStore({ headers: { cookie: cookieOf(who) } }, who)
  writeCookies(response, store.setCookies())
  response.writeHead(200, cacheable).end(who)
})

const apps: { readonly [name: string]: App } = {
  fetchHandler: fetchHandler(authenticator, (_request, who) => new Response(nameOf(who), { headers: cacheable })),
  "fetchHandler with immutable headers": fetchHandler(
    authenticator,
    async (_request, who) =>
      fetch(`data:text/plain,${nameOf(who)}`).then((it) => new Response(it.body, { headers: cacheable }))
  ),
  "hono with c.text": honoText(),
  "hono with a Response": honoApp((name) => new Response(name, { headers: cacheable })),
  express: expressApp(),
  "nodeHttp with setHeader": nodeApp((response, name) => {
    for (const [header, value] of Object.entries(cacheable)) response.setHeader(header, value)
    response.end(name)
  }),
  "nodeHttp with writeHead": nodeApp((response, name) => response.writeHead(200, cacheable).end(name)),
  "nodeHttp with writeHead, a status message and a list": nodeApp((response, name) =>
    response.writeHead(200, "Fine", Object.entries(cacheable).flat()).end(name)
  ),
  latchkeyProxy: latchkeyProxyApp,
  "HttpApi middleware": httpApiApp(),
  "HttpRouter middleware": routerApp(),
  requestStore: requestStoreApp,
  "requestStore in Node": requestStoreNode
}

describe("S3 behind a shared cache", () => {
  for (const [name, app] of Object.entries(apps)) {
    it(`no user behind a shared cache gets another user's page or cookie from ${name}`, async () => {
      const cache = sharedCache(app)

      const ada = await cache.get("http://app.test/", { "x-user": "ada" })
      const ben = await cache.get("http://app.test/", { "x-user": "ben" })

      assert.include(await ada.text(), "ada")
      assert.include(ada.headers.getSetCookie().join(), "stack-access=")
      assert.strictEqual(ada.headers.get("cache-control"), "private, no-store")
      assert.include(await ben.text(), "ben")
      for (const cookie of ada.headers.getSetCookie()) assert.notInclude(ben.headers.getSetCookie(), cookie)
    })

    it(`a response of ${name} without session cookies keeps the app's cache headers`, async () => {
      const cache = sharedCache(app)

      await cache.get("http://app.test/", { "x-user": "signedOut" })
      const second = await cache.get("http://app.test/", { "x-user": "ada" })

      assert.strictEqual(cache.misses(), 1)
      assert.strictEqual(second.headers.get("cache-control"), "public, max-age=60")
    })
  }

  it("latchkeyNextjs: a GET route handler gets no cookies, because its response headers can't be changed", async () => {
    const cache = sharedCache(nextRouteApp)

    await cache.get("http://app.test/", { "x-user": "ada" })
    const ben = await cache.get("http://app.test/", { "x-user": "ben" })

    assert.deepStrictEqual(ben.headers.getSetCookie(), [])
  })

  it("hono, fetchHandler: the handler's own Set-Cookie header comes last", async () => {
    const answer = () => new Response("", { headers: { "set-cookie": "stack-access=; Max-Age=0" } })
    for (const app of [honoApp(answer), fetchHandler(authenticator, answer)]) {
      const response = await app(new Request("http://app.test/", { headers: { "x-user": "ada" } }))

      assert.deepStrictEqual(response.headers.getSetCookie(), [
        "stack-access=ada; Path=/; Secure",
        "stack-access=; Max-Age=0"
      ])
    }
  })
})

describe("privateCacheControl", () => {
  const asIs = ["private", "no-store", "no-cache, no-store, must-revalidate", "Private, max-age=10"]
  for (const given of asIs) {
    it(`privateCacheControl keeps "${given}"`, () => assert.strictEqual(privateCacheControl(given), given))
  }

  const replaced = [
    null,
    "",
    "public",
    "max-age=60",
    "no-cache",
    "private=\"set-cookie\"",
    "private, s-maxage=60",
    "public, no-store",
    "x-private"
  ]
  for (const given of replaced) {
    it(`privateCacheControl replaces ${JSON.stringify(given)}`, () => {
      assert.strictEqual(privateCacheControl(given), "private, no-store")
    })
  }
})

describe("forbidSharedCaches", () => {
  it("forbidSharedCaches removes the headers that override Cache-Control in CDNs, and no other headers", () => {
    const headers = new Headers({
      ...cacheable,
      "acme-cdn-cache-control": "max-age=60",
      "x-accel-expires": "60",
      expires: "0",
      vary: "cookie"
    })

    forbidSharedCaches(headers)

    assert.deepStrictEqual([...headers.keys()], ["cache-control", "expires", "vary"])
  })
})

describe("writeHead of a response that sets a session's cookies", () => {
  const own = { "x-own": "1", "x-list": ["a", "b"], "cdn-cache-control": "max-age=60" }
  const flat = ["x-own", "1", "x-list", "a", "x-list", "b"]
  const pairs = [["x-own", "1"], ["x-list", "a"], ["x-list", "b"]]
  /** All argument lists of `writeHead` that Node supports. */
  const forms: { readonly [name: string]: ReadonlyArray<unknown> } = {
    "headers second": [own],
    "a status message, then headers": ["Fine", own],
    "undefined, then headers": [undefined, own],
    "null, then headers": [null, own],
    "an empty status message, then headers": ["", own],
    "headers, then undefined": [own, undefined],
    "a list second": [flat],
    "undefined, then a list": [undefined, flat],
    "a status message, then a list": ["Fine", flat],
    "pairs second": [pairs],
    "undefined, then pairs": [undefined, pairs],
    "only a status message": ["Fine"],
    "a status message, then undefined": ["Fine", undefined],
    "only the status": []
  }

  /** Returns the response of a server that passes these arguments to `writeHead`. */
  const sent = (rest: ReadonlyArray<unknown>, before: (response: http.ServerResponse) => void) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const server = http.createServer((_request, response) => {
        before(response)
        Reflect.apply(response.writeHead, response, [201, ...rest])
        response.end()
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as net.AddressInfo
        http.get({ host: "127.0.0.1", port, agent: false }, (incoming) => {
          incoming.resume().on("end", () => {
            server.close()
            resolve(incoming)
          })
        }).on("error", reject)
      })
    })

  for (const [name, rest] of Object.entries(forms)) {
    it(`writeHead with ${name} sends the same status, message and headers as Node, in addition to session cookies`, async () => {
      const alone = await sent(rest, () => {})
      const guarded = await sent(rest, (response) => writeCookies(response, ["stack-access=a"]))

      assert.deepStrictEqual([guarded.statusCode, guarded.statusMessage], [alone.statusCode, alone.statusMessage])
      for (const header of ["x-own", "x-list"]) assert.strictEqual(guarded.headers[header], alone.headers[header])
      assert.strictEqual(
        guarded.headers["x-own"],
        rest.some((each) => typeof each === "object" && each) ? "1" : undefined
      )
      assert.strictEqual(guarded.headers["cache-control"], "private, no-store")
      assert.deepStrictEqual(guarded.headers["set-cookie"], ["stack-access=a"])
      assert.isUndefined(guarded.headers["cdn-cache-control"])
    })
  }
})
