import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../../layers/access/access.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as ProjectPermissionDefinitions from "../../../../schemas/endpoints/projectPermissionDefinitions.ts"
import * as ProjectPermissions from "../../../../schemas/endpoints/projectPermissions.ts"
import * as TeamApiKeys from "../../../../schemas/endpoints/teamApiKeys.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import { authenticated } from "../../../../src/backend/httpApi/authenticated.ts"
import {
  asCaller,
  asProblem,
  Authenticate,
  Authenticator,
  type AuthenticatorOptions,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  layerAuthentication,
  layerPermissions,
  NotPermitted,
  Permitted,
  PermittedInTeam,
  RequireApiKey,
  RequirePermission,
  RequireSession,
  RequireUser,
  router,
  UnverifiedLimitReached
} from "../../../../src/backend/httpApi/index.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import type { RequestLike } from "../../../../src/verify.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asAdmin, asServer, signUp } from "../../emulator/support/support.ts"

class Notes extends HttpApiGroup.make("notes").add(
  HttpApiEndpoint.get("whoever", "/whoever", { success: Schema.String }).middleware(Authenticate),
  HttpApiEndpoint.get("mine", "/notes", { success: Schema.String }).middleware(RequireUser),
  HttpApiEndpoint.get("profile", "/profile", { success: Schema.NullOr(Schema.String) }).middleware(RequireSession),
  HttpApiEndpoint.get("machine", "/machine", { success: Schema.String }).middleware(RequireApiKey),
  HttpApiEndpoint.get("all", "/notes/all", { success: Schema.String })
    .middleware(RequirePermission("read_all")).middleware(RequireUser),
  HttpApiEndpoint.get("team", "/teams/:team/notes", { params: { team: Schema.String }, success: Schema.String })
    .middleware(RequirePermission("$update_team", { teamIdFrom: "team" })).middleware(RequireUser)
) {}

class Api extends HttpApi.make("api").add(Notes) {}

const handlers = HttpApiBuilder.group(Api, "notes", (handlers) =>
  handlers.handleAll({
    whoever: () => Effect.map(CurrentAuthentication, ({ status }) => status),
    mine: () => Effect.map(CurrentUser, ({ userId }) => userId),
    profile: () =>
      asCaller(currentUser.get({ or: "anonymous-if-exists[deprecated]" })).pipe(
        Effect.map((user) => user?.id ?? null),
        Effect.orDie
      ),
    machine: () => Effect.map(CurrentApiKey, (found) => found.apiKey.description),
    all: () => Effect.as(Permitted("read_all"), "every note"),
    team: ({ params }) =>
      Effect.map(PermittedInTeam("$update_team"), ({ teamId }) => teamId === params.team ? "notes of the team" : "")
  }))

const middleware = Layer.merge(layerAuthentication(), layerPermissions())

const plainRoutes = Layer.mergeAll(
  HttpRouter.add("GET", "/plain/whoever", Effect.map(CurrentAuthentication, (it) => HttpServerResponse.text(it.status)))
    .pipe(Layer.provide(router.authenticate.layer)),
  HttpRouter.add("GET", "/plain/user", Effect.map(CurrentUser, (it) => HttpServerResponse.text(it.userId)))
    .pipe(Layer.provide(router.requireUser.layer)),
  HttpRouter.add("GET", "/plain/session", Effect.map(CurrentSession, (it) => HttpServerResponse.text(it.status)))
    .pipe(Layer.provide(router.requireSession.layer)),
  HttpRouter.add("GET", "/plain/key", Effect.map(CurrentApiKey, (it) => HttpServerResponse.text(it.apiKey.type)))
    .pipe(Layer.provide(router.requireApiKey.layer))
)

/** Creates a back end for the test's platform, as a function of path and bearer token that returns the response. */
const backEndWith = Effect.fnUntraced(function*(options: AuthenticatorOptions = {}) {
  const platform = Layer.mergeAll(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
  const routes = HttpApiBuilder.layer(Api).pipe(Layer.provide(handlers), Layer.merge(plainRoutes)).pipe(
    Layer.provide(middleware),
    Layer.provide(Authenticator.layer(options)),
    Layer.provide(Layer.fresh(Access.layerServer())),
    HttpRouter.provideRequest(platform),
    Layer.provide(platform),
    Layer.provide(HttpServer.layerServices)
  )
  const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  return (path: string, bearer?: Redacted.Redacted) =>
    Effect.promise(async () => {
      const headers = bearer === undefined ? {} : { authorization: `Bearer ${Redacted.value(bearer)}` }
      const response = await handler(new Request(`http://app.test${path}`, { headers }))
      const text = await response.text()
      return {
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        challenge: response.headers.get("www-authenticate"),
        type: response.headers.get("content-type"),
        text,
        json: text.startsWith("{") || text.startsWith("\"") ? JSON.parse(text) : null
      }
    })
})

const backEnd = backEndWith()

overBothTransports(({ emulated }) => {
  // the back end uses the machine's clock, so the platform must use that clock too
  const platform = emulated({
    config: { allowUserApiKeys: true, allowTeamApiKeys: true, clientTeamCreationEnabled: true }
  })

  describe("latchkey/http-api", () => {
    it.live("RequireUser accepts sessions and API keys, and responds to other requests with its typed error", () =>
      Effect.gen(function*() {
        const get = yield* backEnd
        const { accessToken, userId } = yield* signUp()
        const key = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })
        const anonymous = yield* Anonymous.signUp()

        for (const path of ["/notes", "/plain/user"]) {
          assert.include((yield* get(path, accessToken)).text, userId)
          assert.include((yield* get(path, key.value)).text, userId)
          const signedOut = yield* get(path)
          assert.strictEqual(signedOut.status, 401)
          assert.strictEqual(signedOut.type, "application/problem+json")
          assert.deepStrictEqual(signedOut.json, {
            type: "https://latchkey-auth.github.io/latchkey/errors/NotAuthenticated",
            title: "Not authenticated",
            status: 401,
            detail: signedOut.json.message,
            _tag: "NotAuthenticated",
            reason: "no-credentials",
            message: signedOut.json.message
          })
          assert.include(signedOut.json.message, "The request has no session and no API key.")
          assert.strictEqual((yield* get(path, anonymous.accessToken)).json.reason, "anonymous")
        }
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("Authenticate accepts every request, and provides the authentication", () =>
      Effect.gen(function*() {
        const get = yield* backEnd
        const { accessToken } = yield* signUp()

        for (const path of ["/whoever", "/plain/whoever"]) {
          assert.include((yield* get(path)).text, "signed-out")
          assert.include((yield* get(path, accessToken)).text, "signed-in")
        }
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("RequireSession lets a handler call the platform as the caller, and doesn't mix the sessions of concurrent requests", () =>
      Effect.gen(function*() {
        const get = yield* backEnd
        const people = yield* Effect.forEach([1, 2, 3, 4], (each) => signUp({ ...ann, email: `p${each}@example.com` }))
        const anonymous = yield* Anonymous.signUp()
        const key = yield* UserApiKeys.create({ userId: people[3]!.userId, description: "ci", expiresAt: null })

        const profiles = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, index) => people[index % 4]!),
          ({ accessToken, userId }) => Effect.map(get("/profile", accessToken), ({ json }) => json === userId),
          { concurrency: "unbounded" }
        )

        assert.deepStrictEqual(new Set(profiles), new Set([true]))
        assert.strictEqual((yield* get("/profile", anonymous.accessToken)).json, anonymous.userId)
        assert.strictEqual((yield* get("/plain/session", anonymous.accessToken)).text, "anonymous")
        for (const path of ["/profile", "/plain/session"]) {
          assert.strictEqual((yield* get(path, key.value)).json.reason, "signed-in")
          assert.strictEqual((yield* get(path)).status, 401)
        }
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("RequireApiKey accepts API keys of users and teams, but no sessions", () =>
      Effect.gen(function*() {
        const get = yield* backEnd
        const { accessToken, userId } = yield* signUp()
        const team = yield* Teams.create({ displayName: "A", creatorUserId: "me" })
        const ofUser = yield* UserApiKeys.create({ userId, description: "of the user", expiresAt: null })
        const ofTeam = yield* asServer(
          TeamApiKeys.create({ teamId: team.id, description: "of the team", expiresAt: null })
        )

        assert.strictEqual((yield* get("/machine", ofUser.value)).json, "of the user")
        assert.strictEqual((yield* get("/machine", ofTeam.value)).json, "of the team")
        assert.strictEqual((yield* get("/plain/key", ofTeam.value)).text, "team")
        for (const path of ["/machine", "/plain/key"]) {
          assert.strictEqual((yield* get(path, accessToken)).status, 401)
        }
        assert.strictEqual((yield* get("/notes", ofTeam.value)).json.reason, "team")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("U1: all HttpApi middleware rejects restricted users, except RequireSession if restricted users are included", () =>
      Effect.gen(function*() {
        const [excluding, including] = [yield* backEnd, yield* backEndWith({ includeRestricted: true })]
        const { accessToken, userId } = yield* signUp()
        const key = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })
        const paths = ["/notes", "/plain/user", "/machine", "/plain/key", "/notes/all", "/profile", "/plain/session"]

        for (const shown of [accessToken, key.value]) {
          const refused = yield* Effect.forEach(paths, (path) => excluding(path, shown))
          assert.deepStrictEqual(refused.map(({ status }) => status), paths.map(() => 401))
          assert.deepStrictEqual(refused.map(({ json }) => json.reason), paths.map(() => "restricted"))
          assert.include((yield* excluding("/whoever", shown)).text, "signed-out")
          assert.include((yield* including("/whoever", shown)).text, "restricted")
        }
        const closed = yield* Effect.forEach(paths.slice(0, 5), (path) => including(path, accessToken))
        const byKey = yield* Effect.forEach(paths, (path) => including(path, key.value))
        for (const { json, status } of [...closed, ...byKey]) {
          assert.deepInclude({ ...json, status }, { status: 401, reason: "restricted" })
          assert.include(json.message, "onboarding")
        }
        assert.strictEqual((yield* including("/profile", accessToken)).json, userId)
        assert.strictEqual((yield* including("/plain/session", accessToken)).text, "restricted")
      }).pipe(
        Effect.provide(
          emulated({ revision: "2026-04", config: { requireEmailVerification: true, allowUserApiKeys: true } })
        ),
        Effect.scoped
      ))

    it.live("RequirePermission requires the endpoint's permission, in the project or in the team given in the path", () =>
      Effect.gen(function*() {
        const get = yield* backEnd
        const { accessToken, userId } = yield* signUp()
        const team = yield* Teams.create({ displayName: "A", creatorUserId: "me" })
        yield* asAdmin(ProjectPermissionDefinitions.create({ id: "read_all" }))
        const stranger = yield* signUp({ ...ann, email: "stranger@example.com" })

        const before = yield* get("/notes/all", accessToken)
        yield* asServer(ProjectPermissions.grant({ userId, permissionId: "read_all" }))
        const after = yield* get("/notes/all", accessToken)

        assert.strictEqual(before.status, 403)
        assert.strictEqual(before.type, "application/problem+json")
        assert.deepStrictEqual(before.json, {
          type: "https://latchkey-auth.github.io/latchkey/errors/NotPermitted",
          title: "Not permitted",
          status: 403,
          detail: before.json.message,
          _tag: "NotPermitted",
          permissionId: "read_all",
          message: before.json.message
        })
        assert.strictEqual(after.json, "every note")
        assert.strictEqual((yield* get(`/teams/${team.id}/notes`, accessToken)).json, "notes of the team")
        assert.strictEqual((yield* get(`/teams/${team.id}/notes`, stranger.accessToken)).status, 403)
        assert.strictEqual((yield* get("/notes/all")).status, 401)
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("only a 401 of the HttpApi error responses requests a bearer token and explains what was invalid, and no error response shows the token", () =>
      Effect.gen(function*() {
        const get = yield* backEnd
        const { accessToken } = yield* signUp()
        const spoilt = `${Redacted.value(accessToken).slice(0, -9)}spoiltspo`

        for (const path of ["/notes", "/profile", "/machine", "/plain/user", "/plain/session", "/plain/key"]) {
          const signedOut = yield* get(path)
          const refused = yield* get(path, Redacted.make(spoilt))
          assert.deepStrictEqual([signedOut.status, refused.status], [401, 401])
          assert.strictEqual(signedOut.challenge, "Bearer realm=\"latchkey\"")
          assert.match(
            refused.challenge!,
            /^Bearer realm="latchkey", error="invalid_token", error_description="[^"]+ signature is wrong[^"]+"$/
          )
          assert.notInclude(refused.challenge!, spoilt.slice(-20))
        }
        assert.include((yield* get("/machine", accessToken)).challenge, "requires a different kind")
        assert.strictEqual((yield* get("/notes", accessToken)).challenge, null)
        const forbidden = yield* get("/notes/all", accessToken)
        assert.deepStrictEqual([forbidden.status, forbidden.challenge], [403, null])
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("the HttpApi middleware responds with 503 instead of 401 while the platform is unavailable", () =>
      Effect.gen(function*() {
        const get = yield* backEnd
        const { accessToken } = yield* signUp()
        const { faults } = yield* Emulator
        faults.add({ endpoint: "platform.getJwks", respond: { type: "serverError" } })

        for (const path of ["/notes", "/plain/user"]) {
          const answer = yield* get(path, accessToken)
          assert.strictEqual(answer.status, 503)
          assert.strictEqual(answer.type, "application/problem+json")
          assert.deepStrictEqual(answer.json, {
            type: "https://latchkey-auth.github.io/latchkey/errors/AuthenticationUnavailable",
            title: "Authentication unavailable",
            status: 503,
            detail: "Your sign-in cannot be checked right now. Try again in a moment.",
            _tag: "AuthenticationUnavailable",
            message: "Your sign-in cannot be checked right now. Try again in a moment."
          })
          assert.notInclude(answer.text, "jwks", "the cause belongs in the log")
        }
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("the HttpApi middleware sends Retry-After after too many requests with unverified credentials", () =>
      Effect.gen(function*() {
        const get = yield* backEndWith({ unverified: { limit: 1, window: "1 hour" } })
        yield* get("/notes", Redacted.make(`sk_${"a".repeat(30)}`))

        const refused = yield* get("/notes", Redacted.make(`sk_${"b".repeat(30)}`))
        const plain = yield* get("/plain/user", Redacted.make(`sk_${"c".repeat(30)}`))

        for (const { retryAfter, status } of [refused, plain]) {
          assert.strictEqual(status, 503)
          assert.approximately(Number(retryAfter), 3600, 60)
        }
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.effect("S7: the HttpApi middleware logs one line a minute during a flood of requests that can't be authenticated", () =>
      Effect.gen(function*() {
        const lines: Array<string> = []
        const logger = Logger.make(({ message }) => void lines.push([message].flat().join(" ")))
        const answer = {
          status: "unavailable",
          error: new UnverifiedLimitReached("process", 500),
          setCookies: []
        } as const
        const ask = authenticated.pipe(
          Effect.provideService(
            Authenticator,
            Authenticator.of({
              authenticate: () => Effect.succeed(answer),
              sessionStartedAt: () => Effect.succeed(undefined),
              checkFreshness: () => Effect.succeed("too-old"),
              holderOf: () => Effect.succeed("unknown")
            })
          ),
          Effect.provideService(
            HttpServerRequest.HttpServerRequest,
            HttpServerRequest.fromWeb(new Request("https://app.test/"))
          )
        )

        yield* Effect.gen(function*() {
          for (let at = 0; at < 500; at++) yield* ask
          yield* TestClock.adjust("1 minute")
          yield* ask
        }).pipe(Effect.provide(Logger.layer([logger])))

        assert.lengthOf(lines, 2)
        assert.include(lines[1], "499 more like this")
      }))

    it.effect("the HttpApi middleware uses the URL of a web request and the socket of a Node request", () =>
      Effect.gen(function*() {
        const requests: Array<RequestLike> = []
        const answer = { status: "signed-out", reason: "no-credentials", message: "", setCookies: [] } as const
        const authenticator = Authenticator.of(
          {
            authenticate: (request: RequestLike) => Effect.sync(() => (requests.push(request), answer))
          } as unknown as Authenticator["Service"]
        )
        const ask = (source: object) =>
          authenticated.pipe(
            Effect.provideService(Authenticator, authenticator),
            Effect.provideService(HttpServerRequest.HttpServerRequest, {
              ...{ headers: {}, method: "POST", url: "/path" },
              source
            } as unknown as HttpServerRequest.HttpServerRequest)
          )

        yield* ask(new Request("https://app.test/path"))
        yield* ask({ url: "/path", socket: { encrypted: true } })

        assert.deepStrictEqual(requests.map(({ method, socket, url }) => [method, socket, url]), [
          ["POST", undefined, "https://app.test/path"],
          ["POST", { encrypted: true }, "/path"]
        ])
      }))

    it("the HttpApi middleware documents its errors in OpenAPI", () => {
      const { paths } = OpenApi.fromApi(Api)

      assert.includeMembers(Object.keys(paths["/notes/all"]!.get!.responses), ["200", "401", "403", "503"])
      assert.notInclude(Object.keys(paths["/whoever"]!.get!.responses), "401")
      for (const status of [401, 403, 503]) {
        assert.deepStrictEqual(Object.keys(paths["/notes/all"]!.get!.responses[status]!.content!), [
          "application/problem+json"
        ])
      }
    })

    it.effect("asProblem encodes a typed error as problem details, and decodes it again", () =>
      Effect.gen(function*() {
        const schema = asProblem(NotPermitted)
        const error = new NotPermitted({ permissionId: "read_all", message: "You may not." })

        const problem = yield* Schema.encodeEffect(schema)(error)
        const decoded = yield* Schema.decodeEffect(schema)(problem)

        assert.deepStrictEqual<object>(problem, {
          type: error.docs,
          title: "Not permitted",
          status: 403,
          detail: "You may not.",
          _tag: "NotPermitted",
          permissionId: "read_all",
          message: "You may not."
        })
        assert.instanceOf(decoded, NotPermitted)
        assert.deepStrictEqual([decoded.permissionId, decoded.message], ["read_all", "You may not."])
      }))
  })
})
