import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../layers/access/access.ts"
import * as Project from "../../../layers/call/Project.ts"
import { Transport } from "../../../layers/call/Transport.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { layerExplicit, layerMemory, TokenStore } from "../../../layers/session/TokenStore.ts"
import manifest from "../../../package.json" with { type: "json" }
import { AdminAccess, ClientAccess, ServerAccess } from "../../../schemas/access.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import { endpoint } from "../../../schemas/Endpoint.ts"
import * as oauth from "../../../schemas/endpoints/oauth.ts"
import * as userApiKeys from "../../../schemas/endpoints/userApiKeys.ts"
import { type CallError, InvalidInput } from "../../../schemas/errors/index.ts"
import { failureOf, settled } from "../../support/contract/calls.ts"
import { read, remove, thing, write } from "../../support/contract/endpoints.ts"
import {
  accessToken,
  baseUrl,
  project,
  projectId,
  publishableClientKey,
  refreshToken,
  secretServerKey,
  signedIn,
  signedOut,
  storeWith,
  superSecretAdminKey
} from "../../support/contract/project.ts"
import { type Answer, json, knownError, scriptedTransport, silence } from "../../support/platform/scriptedTransport.ts"

const always = (level: string) => ({
  "ngrok-skip-browser-warning": "true",
  "x-stack-access-type": level,
  "x-stack-allow-anonymous-user": "true",
  "x-stack-client-version": `js ${manifest.name}@${manifest.version}`,
  "x-stack-override-error-status": "true",
  "x-stack-project-id": projectId,
  "x-stack-random-nonce": "(a nonce)"
})

const tokens = { "x-stack-access-token": accessToken(), "x-stack-refresh-token": refreshToken }
const clientKey = { "x-stack-publishable-client-key": publishableClientKey }
const serverKey = { "x-stack-secret-server-key": secretServerKey }
const adminKey = { "x-stack-super-secret-admin-key": superSecretAdminKey }

const ownerToken = accessToken({ sub: "owner" })

/** Provides an owner's session, in the platform's own project. */
const owner = (access = ownerToken) =>
  Layer.effect(Access.OwnerSession, Session).pipe(
    Layer.provide(layerSession()),
    Layer.provide(storeWith(access)),
    Layer.provide(Project.layer({ projectId: "internal", publishableClientKey: "pck_internal", baseUrl }))
  )

/** Provides a session to a level that also works without a session. */
const withSession = <A, E>(level: Layer.Layer<A, E, Project.Project | Transport>) =>
  level.pipe(Layer.provide(layerSession()), Layer.provide(storeWith(accessToken())), Layer.provide(project))

const serverLevel = Layer.provide(Access.layerServer(), project)
const adminLevel = Layer.provide(Access.layerAdmin(), project)
const keyless = Project.layer({ projectId, baseUrl })

/** Returns the headers that a request of this level carries, with a fixed nonce. */
const headersOf = <E>(
  level: Layer.Layer<ClientAccess, E, Transport>,
  call: Effect.Effect<unknown, unknown, ClientAccess> = read()
) =>
  Effect.gen(function*() {
    const transport = scriptedTransport(json(thing))
    yield* settled(call, transport.layer, level)
    const [request] = transport.requests.filter(({ url }) => !url.endsWith("/health"))
    const headers = request!.headers
    if ("x-stack-random-nonce" in headers) headers["x-stack-random-nonce"] = "(a nonce)"
    return headers
  })

type Level = Layer.Layer<ClientAccess, unknown, Transport>

const table: ReadonlyArray<readonly [description: string, level: Level, headers: object]> = [
  ["client level, signed out", signedOut, { ...always("client"), ...clientKey }],
  [
    "client level, of a project without a key",
    Access.layerClient().pipe(
      Layer.provide(layerSession()),
      Layer.provide(layerMemory()),
      Layer.provide(keyless)
    ),
    always("client")
  ],
  ["client level, signed in", signedIn(), { ...always("client"), ...clientKey, ...tokens }],
  [
    "client level, with an access token only",
    signedIn(accessToken(), null),
    { ...always("client"), ...clientKey, "x-stack-access-token": accessToken() }
  ],
  ["server level", serverLevel, { ...always("server"), ...clientKey, ...serverKey }],
  ["server level, for a user", withSession(Access.layerServer()), {
    ...always("server"),
    ...clientKey,
    ...serverKey,
    ...tokens
  }],
  [
    "server level, with a server key only",
    Access.layerServer().pipe(Layer.provide(Project.layer({ projectId, secretServerKey, baseUrl }))),
    { ...always("server"), ...serverKey }
  ],
  ["admin level", adminLevel, { ...always("admin"), ...clientKey, ...serverKey, ...adminKey }],
  [
    "admin level, for a user",
    withSession(Access.layerAdmin()),
    { ...always("admin"), ...clientKey, ...serverKey, ...adminKey, ...tokens }
  ],
  [
    "admin level, with an admin key only",
    Access.layerAdmin().pipe(Layer.provide(Project.layer({ projectId, superSecretAdminKey, baseUrl }))),
    { ...always("admin"), "x-stack-secret-server-key": "", ...adminKey }
  ],
  [
    "admin level, by an owner's session",
    Access.layerAdmin().pipe(Layer.provide(owner()), Layer.provide(keyless)),
    {
      ...always("admin"),
      "x-stack-secret-server-key": "",
      "x-stack-super-secret-admin-key": "",
      "x-stack-admin-access-token": ownerToken
    }
  ],
  [
    "admin level, by an owner's session although there are keys",
    Access.layerAdmin().pipe(Layer.provide(owner()), Layer.provide(project)),
    {
      ...always("admin"),
      "x-stack-secret-server-key": "",
      "x-stack-super-secret-admin-key": "",
      "x-stack-admin-access-token": ownerToken
    }
  ]
]

describe("request headers", () => {
  for (const [description, level, headers] of table) {
    it.effect(`B15: request headers match the protocol exactly at ${description}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* headersOf(level), headers)
      }))
  }

  it.effect("B15: request headers include content-type if and only if the request has a body", () =>
    Effect.gen(function*() {
      const bare = endpoint("client", "t.bare", "POST /bare", { output: schemasOf(read.spec).output, body: "none" })

      assert.deepStrictEqual(yield* headersOf(signedOut, write()), {
        ...always("client"),
        ...clientKey,
        "content-type": "application/json"
      })
      for (const call of [read(), bare()]) assert.notProperty(yield* headersOf(signedOut, call), "content-type")
    }))

  it.effect("B15: request headers declare the empty body of a DELETE as JSON", () =>
    Effect.gen(function*() {
      assert.propertyVal(yield* headersOf(signedOut, remove({ id: "1" })), "content-type", "application/json")
    }))

  it.effect("B15: request headers contain no project, keys or tokens at the token endpoint, at any level", () =>
    Effect.gen(function*() {
      const secret = Redacted.make("s")
      const refresh = oauth.refresh({ refreshToken: secret, clientId: projectId, clientSecret: secret })
      for (const [, level] of table) {
        assert.deepStrictEqual(yield* headersOf(level, refresh), {
          "content-type": "application/x-www-form-urlencoded;charset=UTF-8"
        })
      }
    }))

  it.effect("B15: client-level request headers contain no server or admin key, even if the project is configured with one", () =>
    Effect.gen(function*() {
      for (const level of [signedOut, signedIn()]) {
        for (const call of [read(), write(), remove({ id: "1" })]) {
          const headers = yield* headersOf(level, call)

          assert.deepStrictEqual(Object.keys(headers).filter((name) => name.includes("secret")), [])
          assert.notInclude(JSON.stringify(headers), secretServerKey)
          assert.notInclude(JSON.stringify(headers), superSecretAdminKey)
        }
      }
    }))

  it.effect("B15: request headers can be replaced and extended by the project's extra headers, case-insensitively", () =>
    Effect.gen(function*() {
      const extraRequestHeaders = { "X-Stack-Client-Version": "js own@1", "X-Gateway": "yes" }
      const own = Project.layer({ projectId, publishableClientKey, baseUrl, extraRequestHeaders })
      const level = Access.layerClient().pipe(
        Layer.provide(layerSession()),
        Layer.provide(layerMemory()),
        Layer.provide(own)
      )

      assert.deepStrictEqual(yield* headersOf(level), {
        ...always("client"),
        ...clientKey,
        "x-stack-client-version": "js own@1",
        "x-gateway": "yes"
      })
    }))
})

describe("access levels", () => {
  const provided = <A>(layer: Layer.Layer<A, unknown, Transport>) =>
    Effect.scoped(Layer.build(layer.pipe(Layer.provide(scriptedTransport(json(thing)).layer)))).pipe(
      Effect.map((context) =>
        [ClientAccess, ServerAccess, AdminAccess].map((service) =>
          Option.isSome(Context.getOption(context as Context.Context<never>, service as typeof ClientAccess))
        )
      )
    )

  it.effect("the layer of an access level provides that level and all levels below", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* provided(signedOut), [true, false, false])
      assert.deepStrictEqual(yield* provided(serverLevel), [true, true, false])
      assert.deepStrictEqual(yield* provided(adminLevel), [true, true, true])
    }))
})

describe("a rejected admin token", () => {
  const rejecting = (code: string, times: number) => {
    let fresh = 0
    let things = 0
    const transport = scriptedTransport((request) => {
      if (request.url.endsWith("/auth/oauth/token")) {
        const tokens = { access_token: accessToken({ n: ++fresh }), token_type: "Bearer", expires_in: 3600, scope: "" }
        return json(tokens)(request)
      }
      return (things++ < times ? knownError(code, 401) : json(thing))(request)
    })
    const thingRequests = () => transport.requests.filter(({ url }) => url.endsWith("/things"))
    return { layer: transport.layer, thingRequests, refreshes: () => fresh }
  }

  const owned = Access.layerAdmin().pipe(Layer.provide(owner()), Layer.provide(keyless))

  const codes = [
    "UNPARSABLE_ADMIN_ACCESS_TOKEN",
    "ADMIN_ACCESS_TOKEN_EXPIRED",
    "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN",
    "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"
  ]
  for (const code of codes) {
    it.effect(`B7: a rejected admin token refreshes the owner's session once and retries once on ${code}`, () =>
      Effect.gen(function*() {
        const platform = rejecting(code, 1)
        const exit = yield* settled(write(), platform.layer, owned)

        assert.deepStrictEqual(exit, Exit.succeed(thing))
        assert.deepStrictEqual(platform.thingRequests().map(({ headers }) => headers["x-stack-admin-access-token"]), [
          ownerToken,
          accessToken({ n: 1 })
        ])
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("B7: API_KEY_NOT_FOUND refreshes the owner's session even if the endpoint declares that error as its own", () =>
    Effect.gen(function*() {
      const check = endpoint("client", "t.check", "GET /things", {
        output: schemasOf(read.spec).output,
        errors: userApiKeys.check.spec.errors
      })
      const platform = rejecting("API_KEY_NOT_FOUND", 1)

      assert.deepStrictEqual(yield* settled(check(), platform.layer, owned), Exit.succeed(thing))
    }))

  it.effect("B7: a call with an owner's session fails with the platform's error after a second rejection", () =>
    Effect.gen(function*() {
      const platform = rejecting("ADMIN_ACCESS_TOKEN_EXPIRED", 9)
      const error = failureOf(yield* settled(read(), platform.layer, owned)) as CallError

      assert.strictEqual(error.reason._tag, "AdminAccessTokenExpired")
      assert.deepStrictEqual([platform.thingRequests().length, platform.refreshes()], [2, 1])
    }))

  it.effect("B7: a rejected call is not retried if it uses keys instead of an owner's session", () =>
    Effect.gen(function*() {
      const platform = rejecting("ADMIN_ACCESS_TOKEN_EXPIRED", 9)
      yield* settled(read(), platform.layer, adminLevel)

      assert.strictEqual(platform.thingRequests().length, 1)
    }))
})

describe("a session that the platform ends during a call", () => {
  const ended: Answer = (request) =>
    (request.url.endsWith("/auth/oauth/token") ? knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401) : json(thing))(
      request
    )
  const expired = signedIn(accessToken({ exp: 0 }))

  const optional = endpoint("client", "t.optional", "GET /things", {
    output: schemasOf(read.spec).output,
    session: "optional"
  })

  it.effect("a request with an optional session is sent without a session and without a refresh if the session has ended", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(ended)

      assert.deepStrictEqual(yield* settled(optional(), transport.layer, expired), Exit.succeed(thing))
      assert.lengthOf(transport.requests, 1)
      assert.notProperty(transport.requests[0]!.headers, "x-stack-refresh-token")
    }))

  it.effect("T5: a request with an optional session is sent without a session if a refresh shows that the anonymous session has ended", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(ended)
      const anonymous = signedIn(accessToken({ exp: 0, role: "anon" }))

      assert.deepStrictEqual(yield* settled(optional(), transport.layer, anonymous), Exit.succeed(thing))
      assert.notProperty(transport.requests[1]!.headers, "x-stack-refresh-token")
    }))

  it.effect("T5: an anonymous session's refresh delays a request with an optional session by at most 5 s", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport((request) =>
        (request.url.endsWith("/auth/oauth/token") ? silence : json(thing))(request)
      )
      const anonymous = signedIn(accessToken({ exp: 0, role: "anon" }))
      const call = yield* Effect.forkChild(
        Effect.provide(Effect.exit(optional()), anonymous.pipe(Layer.provide(transport.layer))),
        { startImmediately: true }
      )

      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(call), Exit.succeed(thing))
    }))

  const rejecting: Answer = (request) =>
    ("x-stack-access-token" in request.headers ? knownError("ACCESS_TOKEN_EXPIRED", 401) : json(thing))(request)

  it.effect("T5: a request with an optional session is retried without the session if the platform rejects an access token that can't be refreshed", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(rejecting)
      const level = signedIn(accessToken(), null)

      assert.deepStrictEqual(yield* settled(optional(), transport.layer, level), Exit.succeed(thing))
      assert.lengthOf(transport.requests, 2)
    }))

  it.effect("T5: a request with an optional session is sent without a session if the stored token is the text \"undefined\"", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(json(thing))
      const malformed = signedIn(accessToken(), "undefined")

      assert.deepStrictEqual(yield* settled(optional(), transport.layer, malformed), Exit.succeed(thing))
      assert.notProperty(transport.requests[0]!.headers, "x-stack-access-token")
    }))

  it.effect("a request that requires a session fails before it is sent if the session has ended", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(ended)
      const error = failureOf(yield* settled(read(), transport.layer, expired)) as CallError

      assert.strictEqual(error.reason._tag, "RefreshTokenNotFoundOrExpired")
      assert.strictEqual(transport.requests.length, 1)
    }))
})

describe("input checks before sending", () => {
  const rejectionOf = <E>(
    level: Layer.Layer<ClientAccess, E, Transport>,
    call: Effect.Effect<unknown, unknown, ClientAccess>
  ) =>
    Effect.gen(function*() {
      const answer: Answer = json(thing)
      const transport = scriptedTransport(answer)
      const error = failureOf(yield* settled(call, transport.layer, level)) as CallError

      assert.strictEqual(transport.requests.length, 0)
      assert.instanceOf(error.reason, InvalidInput)
      return error.message
    })

  it.effect("B13: a call with both a user's and a team's API key is rejected", () =>
    Effect.gen(function*() {
      const both = { userId: "me", teamId: projectId, description: "d", expiresAt: null }
      const message = yield* rejectionOf(signedIn(), userApiKeys.create(both as never))

      assert.include(message, "teamId")
    }))

  for (const text of ["undefined", undefined as unknown as string]) {
    it.effect(`B14: a call with the access token ${JSON.stringify(text)} is rejected`, () =>
      Effect.gen(function*() {
        const store = layerExplicit({
          accessToken: Redacted.make(text),
          refreshToken: Redacted.make(refreshToken)
        })
        const fake = Layer.effect(
          Session,
          Effect.map(TokenStore, ({ get }) =>
            Session.of(
              { tokens: () => Effect.orDie(Effect.map(get, Option.some)) } as unknown as Session["Service"]
            ))
        )
        const level = Access.layerClient().pipe(Layer.provide(fake), Layer.provide(store), Layer.provide(project))

        assert.strictEqual(
          yield* rejectionOf(level, read()),
          "Nothing was sent, because the input is invalid: x-stack-access-token: "
            + "Expected a token, got the string \"undefined\"."
        )
      }))
  }

  it.effect("B14: a call rejects a stored refresh token with the text \"undefined\"", () =>
    Effect.gen(function*() {
      assert.include(yield* rejectionOf(signedIn(accessToken(), "undefined"), read()), "x-stack-refresh-token")
      const expired = accessToken({ exp: 0 })
      assert.include(yield* rejectionOf(signedIn(expired, "undefined"), read()), "refresh_token: Expected a token")
    }))

  it.effect("B14: a call rejects an owner's access token with the text \"undefined\"", () =>
    Effect.gen(function*() {
      const level = Access.layerAdmin().pipe(Layer.provide(owner("undefined")), Layer.provide(keyless))

      assert.include(yield* rejectionOf(level, read()), "x-stack-admin-access-token")
    }))
})

const bearer = { token_type: "Bearer", scope: "legacy" }

const AnyStep = Schema.Literals(["call", "call", "refresh", "sign in", "share the refresh token", "sign out"])

describe("headers of a token", () => {
  it.effect.prop(
    "call-2: a request carries the current tokens and a new nonce, after any sequence of sign-ins, refreshes and sign-outs",
    { steps: Schema.Array(AnyStep) },
    ({ steps }) =>
      Effect.gen(function*() {
        let issued = 0
        const fresh = () => accessToken({ issued: issued++ })
        const transport = scriptedTransport((request) => {
          if (!request.url.endsWith("/auth/oauth/token")) return json(thing)(request)
          current.access = fresh()
          return json({ access_token: current.access, refresh_token: current.refresh, expires_in: 599, ...bearer })(
            request
          )
        })
        const current: { access: string | undefined; refresh: string | undefined } = {
          access: accessToken(),
          refresh: refreshToken
        }
        const carried: Array<unknown> = []
        yield* Effect.gen(function*() {
          const session = yield* Session
          for (const step of steps) {
            if (step === "call") {
              yield* read()
              carried.push([current.access, current.refresh])
            } else if (step === "sign out") {
              yield* session.end
              current.access = current.refresh = undefined
            } else if (step === "refresh") {
              yield* session.renewNext
            } else {
              current.access = fresh()
              if (step === "sign in") current.refresh = `${issued}`.padStart(45, "r")
              current.refresh ??= refreshToken
              yield* session.keep({
                accessToken: Redacted.make(current.access),
                refreshToken: Redacted.make(current.refresh)
              })
            }
          }
        }).pipe(Effect.provide(signedIn().pipe(Layer.provide(transport.layer))))

        const sent = transport.requests.filter(({ url }) => url.endsWith("/things")).map(({ headers }) => headers)
        assert.deepStrictEqual(
          sent.map((headers) => [headers["x-stack-access-token"], headers["x-stack-refresh-token"]]),
          carried
        )
        assert.strictEqual(new Set(sent.map((headers) => headers["x-stack-random-nonce"])).size, sent.length)
      })
  )
})
