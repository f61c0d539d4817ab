/** The age of sessions, and the adapters, middleware and procedures that require a recent sign-in. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { Session } from "../../../../layers/session/Session.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import { fetchHandler, latchkeyHono, nodeHttp } from "../../../../src/backend/adapters/index.ts"
import * as httpApi from "../../../../src/backend/httpApi/index.ts"
import * as rpc from "../../../../src/backend/rpc/index.ts"
import { Emulator, startEmulator } from "../../../../src/emulator/index.ts"
import { createClient } from "../../../../src/promise/index.ts"
import { createAuthenticator, type SessionAuthentication } from "../../../../src/verify.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, signIn, signUp } from "../../emulator/support/support.ts"

const { Authenticator } = httpApi

/** Authenticates the session of the tokens. */
const sessionOf = ({ accessToken }: { readonly accessToken: Redacted.Redacted }) =>
  Effect.gen(function*() {
    const { authenticate } = yield* Authenticator
    const found = yield* authenticate({ headers: { authorization: `Bearer ${Redacted.value(accessToken)}` } })
    return found as SessionAuthentication
  })

overBothTransports(({ emulated }) => {
  const backEnd = Authenticator.layer().pipe(Layer.provideMerge(emulated()))

  describe("the age of a session", () => {
    it.effect("S9: a session begins with the sign-in, however often its token is refreshed, and the time of the sign-in is read once", () =>
      Effect.gen(function*() {
        const { clock, requests } = yield* Emulator
        const signedInAt = clock.now().getTime()
        yield* signUp()
        yield* TestClock.adjust("1 hour")
        const [tokens] = (yield* (yield* Session).tokens()).pipe((found) => found._tag === "Some" ? [found.value] : [])
        const session = yield* sessionOf({ accessToken: tokens!.accessToken })
        const { sessionStartedAt } = yield* Authenticator

        const all = yield* Effect.forEach(Array(20), () => sessionStartedAt(session), { concurrency: "unbounded" })
        const later = yield* sessionStartedAt(session)

        assert.deepStrictEqual(new Set([...all, later]), new Set([signedInAt]))
        assert.strictEqual(requests.list().filter(({ endpoint }) => endpoint === "sessions.list").length, 1)
      }).pipe(Effect.provide(backEnd)))

    it.effect("S9: an impersonation has no known beginning, and never counts as a recent sign-in", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const session = yield* sessionOf(yield* asServer(Sessions.create({ userId, isImpersonation: true })))
        const { sessionStartedAt } = yield* Authenticator

        assert.isUndefined(yield* sessionStartedAt(session))
        const error = yield* Effect.flip(
          Effect.provideService(httpApi.checkFresh("1 hour"), httpApi.CurrentUser, session as never)
        )
        assert.strictEqual(error._tag, "NotFresh")
      }).pipe(Effect.provide(backEnd)))

    it.effect("S9: checkFresh accepts a sign-in up to the maximum age, and fails with NotFresh after that", () =>
      Effect.gen(function*() {
        const session = yield* sessionOf(yield* signUp())
        const check = Effect.provideService(httpApi.checkFresh("5 minutes"), httpApi.CurrentUser, session as never)

        yield* TestClock.adjust("5 minutes")
        yield* check
        yield* TestClock.adjust("1 milli")
        const error = yield* Effect.flip(check)

        assert.deepInclude(error, { _tag: "NotFresh", maxAgeMillis: 300_000 })
      }).pipe(Effect.provide(backEnd)))

    it.effect("S9: checkFresh fails with AuthenticationUnavailable while the platform doesn't list sessions, and caches no failure", () =>
      Effect.gen(function*() {
        const session = yield* sessionOf(yield* signUp())
        const { faults } = yield* Emulator
        const check = Effect.provideService(httpApi.checkFresh("5 minutes"), httpApi.CurrentUser, session as never)
        const remove = faults.add({ endpoint: "sessions.list", respond: { type: "serverError" } })

        const error = yield* Effect.flip(check)
        remove()
        yield* check

        assert.strictEqual(error._tag, "AuthenticationUnavailable")
      }).pipe(Effect.provide(backEnd)))
  })

  // the back ends below use the machine's clock, so the platform must use that clock too
  const eightMinutesAgo = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function*() {
      const { clock } = yield* Emulator
      clock.advance("-8 minutes")
      const value = yield* effect
      clock.advance("8 minutes")
      return value
    })

  describe("RequireFresh", () => {
    const fresh = HttpApiEndpoint.post("fresh", "/delete", { success: Schema.String })
      .annotate(httpApi.Freshness, "5 minutes").middleware(httpApi.RequireFresh).middleware(httpApi.RequireUser)
    const unnamed = HttpApiEndpoint.post("unnamed", "/unnamed", { success: Schema.String })
      .middleware(httpApi.RequireFresh).middleware(httpApi.RequireUser)
    const Api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(fresh, unnamed))
    const handlers = HttpApiBuilder.group(
      Api,
      "notes",
      (on) => on.handleAll({ fresh: () => Effect.succeed("deleted"), unnamed: () => Effect.succeed("unreachable") })
    )

    const served = Effect.gen(function*() {
      const platform = Layer.merge(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
      const routes = HttpApiBuilder.layer(Api).pipe(
        Layer.provide(handlers),
        Layer.provide([httpApi.layerAuthentication(), httpApi.layerFreshness()]),
        Layer.provide(Authenticator.layer()),
        Layer.provide([platform, HttpServer.layerServices])
      )
      const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      return ({ accessToken }: { readonly accessToken: Redacted.Redacted }, path = "/delete") => {
        const headers = { authorization: `Bearer ${Redacted.value(accessToken)}` }
        return Effect.promise(() => handler(new Request(`http://app.test${path}`, { method: "POST", headers })))
      }
    })

    it.live("RequireFresh of HttpApi responds to an older sign-in with the challenge of RFC 9470, and accepts the user after another sign-in", () =>
      Effect.gen(function*() {
        const old = yield* eightMinutesAgo(signUp())
        const request = yield* served

        const stale = yield* request(old)
        const accepted = yield* request(yield* signIn(ann))

        assert.strictEqual(stale.status, 401)
        assert.match(stale.headers.get("www-authenticate")!, /error="insufficient_user_authentication".*max_age="300"$/)
        assert.include(yield* Effect.promise(() => stale.text()), "\"_tag\":\"NotFresh\"")
        assert.strictEqual(accepted.status, 200)
      }).pipe(Effect.scoped, Effect.provide(emulated())))

    it.live("RequireFresh of HttpApi rejects every request to an endpoint without Freshness", () =>
      Effect.gen(function*() {
        const request = yield* served

        assert.strictEqual((yield* request(yield* signUp(), "/unnamed")).status, 401)
      }).pipe(Effect.scoped, Effect.provide(emulated())))

    it.live("RequireFresh of RPC fails with NotFresh for an older sign-in", () =>
      Effect.gen(function*() {
        const old = yield* eightMinutesAgo(signUp())
        const recent = yield* signIn(ann)
        const Notes = RpcGroup.make(
          Rpc.make("delete", { success: Schema.String })
            .annotate(rpc.Freshness, "5 minutes").middleware(rpc.RequireFresh).middleware(rpc.RequireUser)
        )
        const live = Notes.toLayer({ delete: () => Effect.succeed("deleted") }).pipe(
          Layer.merge(Layer.merge(rpc.layerAuthentication(), rpc.layerFreshness())),
          Layer.provide(Authenticator.layer())
        )
        const client = yield* Effect.provideContext(
          RpcTest.makeClient(Notes),
          yield* Layer.build(Layer.merge(live, rpc.layerClientCookies()))
        )
        const call = ({ accessToken }: { readonly accessToken: Redacted.Redacted }) =>
          client.delete(undefined, { headers: { authorization: `Bearer ${Redacted.value(accessToken)}` } })

        assert.strictEqual((yield* Effect.flip(call(old)))._tag, "NotFresh")
        assert.strictEqual(yield* call(recent), "deleted")
      }).pipe(Effect.scoped, Effect.provide(emulated())))
  })
})

describe("adapters with freshWithin", () => {
  it("S9: adapters with freshWithin reject an older sign-in and API keys, and accept a recent sign-in", async () => {
    const user = { email: "ann@example.com", password: "correct horse" }
    await using platform = await startEmulator({ users: [user], config: { allowUserApiKeys: true } })
    await using authenticator = createAuthenticator(platform.project)
    const headersOf = async () => {
      const client = createClient({ ...platform.project, tokenStore: "memory" })
      await client.signIn.withPassword(user)
      return { client, headers: await client.authHeaders() }
    }
    platform.clock.advance("-8 minutes")
    const { client, headers: old } = await headersOf()
    platform.clock.advance("8 minutes")
    const { headers: recent } = await headersOf()
    const key = await client.userApiKeys.create({ description: "script", expiresAt: null })
    const options = { require: "user", freshWithin: "5 minutes" } as const
    const handle = fetchHandler(authenticator, () => new Response("deleted"), options)
    const request = (headers: HeadersInit) => new Request("http://app.test/delete", { headers, method: "POST" })

    const responses = await Promise.all([
      handle(request(old)),
      handle(request({ "x-api-key": Redacted.value(key.value) })),
      handle(request(recent))
    ])

    assert.deepStrictEqual(responses.map(({ status }) => status), [401, 401, 200])
    assert.include(responses[0]!.headers.get("www-authenticate"), "max_age=\"300\"")
    assert.deepInclude(await responses[0]!.json(), {
      reason: "not-fresh",
      maxAgeMillis: 300_000,
      title: "Sign-in too old"
    })
    assert.notInclude(responses[1]!.headers.get("www-authenticate"), "insufficient_user_authentication")
  })

  it("adapters with freshWithin reject with a typed error if the authenticator doesn't know the age of sessions", async () => {
    const authenticator = {
      authenticateRequest: () => Promise.resolve({ status: "signed-in", by: "session", setCookies: [] } as never)
    }
    const options = { freshWithin: "5 minutes" } as const
    const hono = { req: { raw: new Request("http://app.test/") }, set: () => {} } as never
    const attempts = [
      fetchHandler(authenticator, () => new Response(), options)(new Request("http://app.test/")),
      nodeHttp(authenticator, options)({ headers: {} } as never, {} as never),
      latchkeyHono(authenticator, options)(hono, async () => {})
    ]

    const tags = await Promise.all(attempts.map((attempt) => attempt.then(() => "none", ({ _tag }) => _tag)))

    assert.deepStrictEqual(tags, Array(3).fill("VerifierMisconfigured"))
  })
})
