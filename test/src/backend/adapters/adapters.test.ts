import { assert, describe, it } from "@effect/vitest"
import express from "express"
import { Hono, type MiddlewareHandler } from "hono"
import { NextResponse } from "next/server.js"
import * as http from "node:http"
import type * as net from "node:net"
import {
  authenticationOf,
  fetchHandler,
  latchkeyExpress,
  latchkeyHono,
  latchkeyNextjs,
  latchkeyProxy,
  nodeHttp,
  RequirementMissing,
  sessionOf,
  userOf,
  type WithAuthentication
} from "../../../../src/backend/adapters/index.ts"
import type { Authentication, RequestLike, SignedIn, Unavailable } from "../../../../src/verify.ts"

const refreshed = [
  "__Host-stack-refresh=%7B%22a%22%3A1%7D; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
  "stack-access=new%3Btoken; Path=/; Max-Age=86400; SameSite=Lax; Secure"
]

const user: SignedIn = {
  status: "signed-in",
  by: "session",
  userId: "u1",
  user: {
    id: "u1",
    displayName: "Ada",
    primaryEmail: null,
    primaryEmailVerified: undefined,
    selectedTeamId: null,
    signedUpAt: undefined,
    requiresTotpMfa: undefined,
    isAnonymous: false,
    isRestricted: false,
    restrictedReason: null
  },
  sessionId: "s1",
  expiresAt: new Date(0),
  claims: {},
  tokens: { accessToken: undefined, refreshToken: undefined },
  setCookies: refreshed
}

const signedOut: Authentication = {
  status: "signed-out",
  reason: "no-credentials",
  message: "Sign in.",
  setCookies: []
}

const expired: Authentication = {
  status: "signed-out",
  reason: "session-ended",
  message: "Sign in “again”.",
  setCookies: ["stack-access=; Path=/; Max-Age=0"]
}

const unavailable = { status: "unavailable", error: new Error("down"), setCookies: [] } as unknown as Unavailable

const busy = { ...unavailable, retryAfterMillis: 1200 } as Unavailable

const anonymous = { ...user, status: "anonymous" } as unknown as Authentication

const restricted = { ...user, status: "restricted", restrictedReason: "unknown" } as unknown as Authentication

const team = { status: "team", by: "api-key", teamId: "t1", apiKey: {}, setCookies: [] } as unknown as Authentication

/** Result of the authentication, by the value of a header that the tests send instead of credentials. */
const everyone: { readonly [name: string]: Authentication } = {
  user,
  signedOut,
  expired,
  unavailable,
  busy,
  anonymous,
  restricted,
  team
}

/** Methods of the authenticated requests. */
const methods: Array<string | undefined> = []

/** Sockets of the authenticated requests. `undefined` if the adapter passes no socket. */
const sockets: Array<object | null | undefined> = []

const authenticator = {
  authenticateRequest: async ({ headers, method, socket }: RequestLike & { readonly headers: any }) => {
    methods.push(method)
    sockets.push(socket)
    const name: string = typeof headers.get === "function" ? headers.get("x-user") : headers["x-user"]
    return everyone[name]!
  }
}

interface Answered {
  readonly status: number
  readonly retryAfter: string | null
  readonly challenge: string | null
  readonly type: string | null
  readonly text: string
  readonly cookies: ReadonlyArray<string>
}

const read = async (response: Response): Promise<Answered> => ({
  status: response.status,
  retryAfter: response.headers.get("retry-after"),
  challenge: response.headers.get("www-authenticate"),
  type: response.headers.get("content-type"),
  text: await response.text(),
  cookies: response.headers.getSetCookie()
})

const overPort = async (handler: http.RequestListener, credentials: string, path: string): Promise<Answered> => {
  const server = http.createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    const { port } = server.address() as net.AddressInfo
    return await read(await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-user": credentials } }))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const honoApp = () => {
  const app = new Hono<WithAuthentication>()
  app.get("/", latchkeyHono(authenticator), (c) => c.text(c.get("authentication").status))
  app.get("/user", latchkeyHono(authenticator, { require: "user" }), (c) => c.text(c.get("authentication").status))
  app.get(
    "/session",
    latchkeyHono(authenticator, { require: "session" }),
    (c) => c.text(c.get("authentication").status)
  )
  return app
}

const expressApp = () => {
  const app = express()
  const show: express.RequestHandler = (request, response) => {
    response.send(authenticationOf(request).status)
  }
  app.get("/", latchkeyExpress(authenticator), show)
  app.get("/user", latchkeyExpress(authenticator, { require: "user" }), show)
  app.get("/session", latchkeyExpress(authenticator, { require: "session" }), show)
  return app
}

/** Server without a framework, in which `nodeHttp` itself responds to rejected requests. */
const nodeApp: http.RequestListener = async (request, response) => {
  const require = requirementOf(request.url!)
  const credentials = await nodeHttp(authenticator, { require })(request, response)
  if (credentials !== undefined) response.end(credentials.status)
}

const requirementOf = (path: string) => path === "/user" ? "user" : path === "/session" ? "session" : undefined

const fetchApp = (request: Request): Promise<Response> => {
  const require = requirementOf(new URL(request.url).pathname)
  return fetchHandler(authenticator, (_request, { status }) => new Response(status), { require })(request)
}

const requested = (credentials: string, path: string) =>
  new Request(`http://app.test${path}`, { headers: { "x-user": credentials } })

const frameworks: { readonly [name: string]: (credentials: string, path: string) => Promise<Answered> } = {
  hono: async (credentials, path) => read(await honoApp().request(requested(credentials, path))),
  express: (credentials, path) => overPort(expressApp(), credentials, path),
  fetchHandler: async (credentials, path) => read(await fetchApp(requested(credentials, path))),
  nodeHttp: (credentials, path) => overPort(nodeApp, credentials, path)
}

for (const [name, get] of Object.entries(frameworks)) {
  describe(name, () => {
    it("the middleware passes every request on if no user is required", async () => {
      for (const [credentials, { status }] of Object.entries(everyone)) {
        assert.strictEqual((await get(credentials, "/")).text, status)
      }
    })

    it("the middleware checks the request's method, because cookies of a cross-site request are accepted only with safe methods", async () => {
      methods.length = 0

      await get("user", "/")

      assert.deepStrictEqual(methods, ["GET"])
    })

    it("the middleware lets permitted requests through, and responds to other requests with 401, or with 503 if the platform is unavailable", async () => {
      const statuses = async (path: string) => {
        const answers: Array<readonly [string, number]> = []
        for (const credentials of Object.keys(everyone)) {
          answers.push([credentials, (await get(credentials, path)).status])
        }
        return Object.fromEntries(answers)
      }

      assert.deepStrictEqual(await statuses("/user"), {
        user: 200,
        signedOut: 401,
        expired: 401,
        unavailable: 503,
        busy: 503,
        anonymous: 401,
        restricted: 401,
        team: 401
      })
      assert.deepStrictEqual(await statuses("/session"), {
        user: 200,
        signedOut: 401,
        expired: 401,
        unavailable: 503,
        busy: 503,
        anonymous: 200,
        restricted: 200,
        team: 401
      })
    })

    it("error responses are problem details, with the error's documentation page as their type", async () => {
      const problem = async (credentials: string, path: string) => {
        const { text, type } = await get(credentials, path)
        assert.strictEqual(type, "application/problem+json")
        return JSON.parse(text)
      }
      const refusalOf = async (credentials: string, path: string) => {
        const { detail, message, reason, status } = await problem(credentials, path)
        assert.strictEqual(message, detail)
        return [status, reason, detail]
      }
      const account = "This requires a user with an account. Sign in or sign up, then try again."

      assert.deepStrictEqual(await problem("signedOut", "/user"), {
        type: "https://latchkey-auth.github.io/latchkey/errors/NotAuthenticated",
        title: "Not authenticated",
        status: 401,
        detail: "Sign in.",
        reason: "no-credentials",
        message: "Sign in."
      })
      assert.deepStrictEqual(await problem("unavailable", "/session"), {
        type: "https://latchkey-auth.github.io/latchkey/errors/AuthenticationUnavailable",
        title: "Authentication unavailable",
        status: 503,
        detail: "Your sign-in cannot be checked right now. Try again in a moment.",
        reason: "unavailable",
        message: "Your sign-in cannot be checked right now. Try again in a moment."
      })
      assert.deepStrictEqual(await refusalOf("expired", "/session"), [401, "session-ended", "Sign in “again”."])
      assert.deepStrictEqual(await refusalOf("anonymous", "/user"), [401, "anonymous", account])
      assert.deepStrictEqual(await refusalOf("team", "/user"), [401, "team", account])
      assert.deepStrictEqual(await refusalOf("team", "/session"), [
        401,
        "team",
        "This requires a session, not an API key. Sign in, then try again."
      ])
      assert.deepStrictEqual(await refusalOf("restricted", "/user"), [
        401,
        "restricted",
        "Your account is restricted. The onboarding page shows the next step."
      ])
      assert.notStrictEqual((await get("user", "/user")).type, "application/problem+json")
    })

    it("a 401 response requests a bearer token, and explains which credentials were invalid", async () => {
      const challenge = async (credentials: string, path: string) => (await get(credentials, path)).challenge

      assert.strictEqual(await challenge("signedOut", "/user"), "Bearer realm=\"latchkey\"")
      assert.strictEqual(
        await challenge("expired", "/session"),
        "Bearer realm=\"latchkey\", error=\"invalid_token\", error_description=\"Sign in 'again'.\""
      )
      assert.include(await challenge("anonymous", "/user"), "error=\"invalid_token\"")
      assert.strictEqual(await challenge("signedOut", "/"), null)
      assert.strictEqual(await challenge("user", "/user"), null)
      assert.strictEqual(await challenge("busy", "/user"), null)
    })

    it("the response to too many requests has a Retry-After header", async () => {
      assert.strictEqual((await get("busy", "/user")).retryAfter, "2")
      assert.strictEqual((await get("unavailable", "/user")).retryAfter, null)
    })

    it("error responses also set the cookies of a refreshed session and delete the cookies of an ended session", async () => {
      assert.deepStrictEqual((await get("user", "/")).cookies, refreshed)
      assert.deepStrictEqual((await get("expired", "/user")).cookies, ["stack-access=; Path=/; Max-Age=0"])
      assert.deepStrictEqual((await get("signedOut", "/")).cookies, [])
    })
  })
}

describe("express", () => {
  it("the Express middleware passes an authentication error to Express's error handling", async () => {
    const app = express()
    const failing = { authenticateRequest: () => Promise.reject(new Error("misconfigured")) }
    app.use(latchkeyExpress(failing))
    app.use(
      ((error, _request, response, _next) => {
        response.status(500).send(error.message)
      }) as express.ErrorRequestHandler
    )

    assert.strictEqual((await overPort(app, "user", "/")).text, "misconfigured")
  })

  it("an Express request that skipped the middleware counts as signed out", () => {
    assert.strictEqual(authenticationOf({ headers: {} }).status, "signed-out")
  })
})

describe("userOf and sessionOf", () => {
  /** Returns the results of `userOf` and `sessionOf` in a handler that runs after the given middleware. */
  const inExpress = async (credentials: string, ...before: ReadonlyArray<express.RequestHandler>) => {
    const found: Array<unknown> = []
    const app = express()
    if (before.length > 0) app.use(...before)
    app.get("/", (request, response) => {
      for (const  of of[userOf, sessionOf]) found.push(attempt(() => of(request)))
      response.end()
    })
    await overPort(app, credentials, "/")
    return found
  }

  const inHono = async (credentials: string, ...before: ReadonlyArray<MiddlewareHandler>) => {
    const found: Array<unknown> = []
    const app = new Hono()
    app.get("/", ...before as [MiddlewareHandler], (c) => {
      for (const  of of[userOf, sessionOf]) found.push(attempt(() => of(c)))
      return c.text("")
    })
    await app.request(requested(credentials, "/"))
    return found
  }

  const attempt = (ask: () => Authentication): unknown => {
    try {
      return ask()
    } catch (error) {
      return error
    }
  }

  const missing = (require: "user" | "session") => (error: unknown) => {
    assert.instanceOf(error, RequirementMissing)
    assert.strictEqual(error.require, require)
    assert.include(error.message, `latchkeyExpress(authenticator, { require: "${require}" })`)
  }

  for (
    const [name, behind, middleware] of [
      ["Express", inExpress, latchkeyExpress],
      ["Hono", inHono, latchkeyHono]
    ] as const
  ) {
    const put = middleware as (
      ...args: Parameters<typeof latchkeyExpress>
    ) => express.RequestHandler & MiddlewareHandler

    it(`userOf and sessionOf of ${name} return the user that the middleware requires`, async () => {
      const [asUser, asSession] = await behind("user", put(authenticator, { require: "user" }))
      const both = await behind(
        "user",
        put(authenticator, { require: "user" }),
        put(authenticator, { require: "session" })
      )
      const [, ofAnonymous] = await behind("anonymous", put(authenticator, { require: "session" }))

      assert.strictEqual(asUser, user)
      missing("session")(asSession)
      assert.deepStrictEqual(both, [user, user])
      assert.strictEqual(ofAnonymous, anonymous)
    })

    it(`userOf and sessionOf of ${name} throw a typed error with a fix if the middleware doesn't require a user`, async () => {
      for (const before of [[], [put(authenticator)]]) {
        const [asUser, asSession] = await behind("user", ...before)
        missing("user")(asUser)
        missing("session")(asSession)
      }
    })
  }
})

describe("fetchHandler", () => {
  it("fetchHandler sets cookies on responses with immutable headers, and passes further arguments to the handler", async () => {
    const handler = fetchHandler(
      authenticator,
      (_request, _who, env: { readonly url: string }) => Response.redirect(env.url)
    )

    const response = await handler(requested("user", "/"), { url: "http://app.test/next" })

    assert.strictEqual(response.status, 302)
    assert.strictEqual(response.headers.get("location"), "http://app.test/next")
    assert.deepStrictEqual(response.headers.getSetCookie(), refreshed)
  })
})

describe("nodeHttp", () => {
  it("nodeHttp detects HTTPS from the request's socket on a server without a proxy", async () => {
    const socket = { encrypted: true }
    sockets.length = 0

    await nodeHttp(authenticator)(
      { headers: { "x-user": "signedOut" }, socket },
      new http.ServerResponse(new http.IncomingMessage(null!))
    )

    assert.deepStrictEqual(sockets, [socket])
  })

  it("I8: nodeHttp fails instead of changing cookies after the response has started", async () => {
    const tags: Array<string> = []
    const answer = await overPort(
      async (request, response) => {
        response.write("begun ")
        await nodeHttp(authenticator)(request, response).catch((error) => tags.push(error._tag))
        response.end("and ended")
      },
      "user",
      "/"
    )

    assert.deepStrictEqual(tags, ["ResponseAlreadySent"])
    assert.strictEqual(answer.text, "begun and ended")
  })
})

/** Values of `x-latchkey-path` that a client may send if no proxy replaces the header. */
const hostilePaths = [
  "http://evil.example/x",
  "https://app.test/x",
  "//evil.example/x",
  "/\\evil.example/x",
  "/\t/evil.example/x",
  "javascript:alert(1)",
  "data:text/html,x",
  "blob:http://app.test/x",
  "mailto:a@evil.example",
  "notes",
  "http://[",
  "http:evil.example"
]

describe("latchkeyNextjs", () => {
  const headersOf = (credentials: string, others: { readonly [name: string]: string } = {}) => async () =>
    new Headers({ "x-user": credentials, ...others })

  const redirect = (url: string): never => {
    throw new Error(`NEXT_REDIRECT ${url}`)
  }

  it("latchkeyNextjs returns the signed-in user, and redirects other visitors to the sign-in page", async () => {
    const found = await latchkeyNextjs(authenticator, { headers: headersOf("user"), redirect }).requireUser()
    const refusal = (credentials: string, options?: { readonly signInUrl: string }) =>
      latchkeyNextjs(authenticator, { headers: headersOf(credentials), redirect }).requireUser(options).catch((error) =>
        error.message
      )

    assert.strictEqual(found.userId, "u1")
    assert.strictEqual(await refusal("signedOut"), "NEXT_REDIRECT /handler/sign-in")
    assert.strictEqual(await refusal("anonymous", { signInUrl: "/login" }), "NEXT_REDIRECT /login")
    assert.strictEqual(await refusal("unavailable"), "down", "no redirect while the platform is down")
  })

  it("after sign-in, latchkeyNextjs redirects to the path in the proxy's header, and ignores header values that aren't paths", async () => {
    const backFrom = (path: string) =>
      latchkeyNextjs(authenticator, { headers: headersOf("signedOut", { "x-latchkey-path": path }), redirect })
        .requireUser()
        .catch((error) => error.message)

    assert.strictEqual(
      await backFrom("/notes?sort=new"),
      "NEXT_REDIRECT /handler/sign-in?after_auth_return_to=%2Fnotes%3Fsort%3Dnew"
    )
    for (const path of hostilePaths) assert.strictEqual(await backFrom(path), "NEXT_REDIRECT /handler/sign-in", path)
  })

  it("the Next.js proxy leaves requests below /_next/ unchanged, but authenticates paths that contain /_next/ elsewhere", async () => {
    const pathHeaderOf = async (path: string, basePath?: string) => {
      const request = requested("user", path)
      if (basePath !== undefined) Object.assign(request, { nextUrl: { basePath } })
      return (await latchkeyProxy(authenticator, NextResponse)(request)).headers.get(
        "x-middleware-request-x-latchkey-path"
      )
    }

    assert.isNull(await pathHeaderOf("/_next/static/a.js"))
    assert.isNull(await pathHeaderOf("/docs/_next/static/a.js", "/docs"))
    for (const path of ["/a/_next/b", "/a/_next/", "/docs/_next/static/a.js", "/_nextra", "/x?y=_next"]) {
      assert.strictEqual(await pathHeaderOf(path), path)
    }
  })

  it("latchkeyNextjs writes cookies in server actions, marks those responses as uncacheable, and continues where cookies are read-only", async () => {
    const written: Array<object> = []
    const action = headersOf("user", { "next-action": "40a1" })
    const writable = {
      headers: action,
      redirect,
      cookies: async () => ({ set: (it: object) => written.push(it) })
    }
    const readOnly = { headers: action, redirect, cookies: async () => ({ set: () => redirect("never") }) }

    await latchkeyNextjs(authenticator, writable).authenticate()

    assert.deepInclude(written[1], { name: "stack-access", value: "new;token", maxAge: 86_400, sameSite: "lax" })
    written.length = 0
    await latchkeyNextjs(authenticator, { ...writable, headers: headersOf("user") }).authenticate()
    assert.deepStrictEqual(written, [])
    assert.strictEqual((await latchkeyNextjs(authenticator, readOnly).authenticate()).status, "signed-in")
  })

  it("the Next.js proxy forwards a refreshed session to the rendered page and to the browser", async () => {
    const request = new Request("http://app.test/", {
      headers: { "x-user": "user", cookie: "theme=dark; stack-access=old; lang=de" }
    })

    const response = await latchkeyProxy(authenticator, NextResponse)(request)

    assert.deepStrictEqual(response.headers.getSetCookie(), refreshed)
    const seen = response.headers.get("x-middleware-request-cookie")
    assert.strictEqual(
      seen,
      "theme=dark; lang=de; __Host-stack-refresh=%7B%22a%22%3A1%7D; stack-access=new%3Btoken"
    )
    const ended = await latchkeyProxy(authenticator, NextResponse)(
      new Request("http://app.test/", { headers: { "x-user": "expired", cookie: "theme=dark; stack-access=old" } })
    )
    assert.strictEqual(ended.headers.get("x-middleware-request-cookie"), "theme=dark")
    const unchanged = await latchkeyProxy(authenticator, NextResponse)(requested("signedOut", "/"))
    assert.strictEqual(unchanged.headers.get("x-middleware-request-cookie"), null)
  })
})
