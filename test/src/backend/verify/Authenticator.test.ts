import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { inspect } from "node:util"
import { make, RetryPolicy } from "../../../../layers/call/RetryPolicy.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import type { HeadersLike } from "../../../../layers/session/headersLike.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import * as TeamApiKeys from "../../../../schemas/endpoints/teamApiKeys.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import { Authenticator, type AuthenticatorOptions } from "../../../../src/backend/verify/Authenticator.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import {
  authHeaders,
  authJson as clientAuthJson,
  authorizationHeader
} from "../../../../src/flows/authentication/authHeaders.ts"
import { project } from "../../../support/contract/project.ts"
import { json } from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { asServer, signUp } from "../../emulator/support/support.ts"
import { noon, sign, signingKey } from "./tokenFactory.ts"

const seed = { config: { allowUserApiKeys: true, allowTeamApiKeys: true, clientTeamCreationEnabled: true } }

const authenticate = (headers: { readonly [name: string]: string }) =>
  Authenticator.use(({ authenticate }) => authenticate({ headers: new Headers(headers) }))

const asBearer = (secret: Redacted.Redacted) => authenticate({ authorization: `Bearer ${Redacted.value(secret)}` })

interface Tokens {
  readonly accessToken: Redacted.Redacted | null
  readonly refreshToken: Redacted.Redacted | null
}

const authJson = ({ accessToken, refreshToken }: Tokens) =>
  JSON.stringify({
    accessToken: accessToken && Redacted.value(accessToken),
    refreshToken: refreshToken && Redacted.value(refreshToken)
  })

const withTokens = (tokens: Tokens) => authenticate({ "x-stack-auth": authJson(tokens) })

/** Returns the platform's request log and clears it. */
const requested = Effect.map(Emulator, ({ requests }) => {
  const list = requests.list().map(({ method, path }) => `${method} ${path}`)
  requests.clear()
  return list
})

/**
 * Advances the clock in small steps until the effect completes. Some waits start only after work that takes real time.
 */
const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust("50 millis")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    return yield* Fiber.join(fiber)
  })

const keysOnce = "GET /projects/{project_id}/.well-known/jwks.json"

overBothTransports(({ emulated }) => {
  /** A platform, a client, and a back end that authenticates requests. */
  const withBackEnd = (options?: AuthenticatorOptions) =>
    Authenticator.layer(options).pipe(Layer.provideMerge(emulated(seed)))

  describe("authenticateRequest", () => {
    it.effect("the authenticator accepts x-stack-auth, the platform's bearer format, and a bare access token", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        yield* requested
        const packed = btoa(authJson(tokens))

        const answers = [
          yield* withTokens(tokens),
          yield* authenticate({ authorization: `Bearer stackauth_${packed}` }),
          yield* authenticate({ authorization: `bearer hexclave_${packed}` }),
          yield* asBearer(tokens.accessToken)
        ]

        for (const answer of answers) {
          assert.strictEqual(answer.status, "signed-in")
          if (answer.status !== "signed-in" || answer.by !== "session") continue
          assert.strictEqual(answer.userId, tokens.userId)
          assert.strictEqual(answer.user.primaryEmail, "ann@example.com")
          assert.deepStrictEqual(answer.setCookies, [])
        }
        assert.deepStrictEqual(yield* requested, [keysOnce], "one request for four authentications")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator accepts the headers that the client creates for its own back end", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const authorization = yield* authorizationHeader()

        const answers = [
          yield* authenticate(yield* authHeaders()),
          yield* authenticate({ "x-stack-auth": JSON.stringify(yield* clientAuthJson()) }),
          yield* authenticate({ authorization: authorization! })
        ]

        for (const answer of answers) assert.deepInclude(answer, { status: "signed-in", userId })
      }).pipe(Effect.provide(withBackEnd())))

    for (const brand of ["stack", "hexclave"]) {
      it.effect(`the authenticator accepts the headers that the platform's docs send to an app's back end as x-${brand}-…`, () =>
        Effect.gen(function*() {
          const { accessToken, refreshToken, userId } = yield* signUp()
          const [access, refresh] = [Redacted.value(accessToken), Redacted.value(refreshToken!)]
          const headers = [
            { [`x-${brand}-access-token`]: access },
            { [`x-${brand}-access-token`]: access, [`x-${brand}-refresh-token`]: refresh },
            { [`X-${brand}-Refresh-Token`]: refresh },
            { [`x-${brand}-auth`]: JSON.stringify({ accessToken: access, refreshToken: refresh }) }
          ]

          const answers = yield* Effect.forEach(headers, (each) => authenticate(each))

          for (const answer of answers) assert.deepInclude(answer, { status: "signed-in", userId })
        }).pipe(Effect.provide(withBackEnd())))
    }

    it.effect("the authenticator prefers x-stack-auth to a header with a single token, and rejects values that aren't tokens", () =>
      Effect.gen(function*() {
        const { accessToken, userId } = yield* signUp()
        const shown = JSON.stringify({ accessToken: Redacted.value(accessToken), refreshToken: null })

        const preferred = yield* authenticate({ "x-stack-auth": shown, "x-stack-access-token": "another" })
        const malformed = yield* Effect.forEach(
          ["null", "undefined", "two tokens"],
          (token) => authenticate({ "x-stack-access-token": token })
        )

        assert.deepInclude(preferred, { status: "signed-in", userId })
        for (const answer of malformed) {
          assert.deepInclude(answer, { status: "signed-out", reason: "malformed-credentials" })
        }
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator names a credentials header that it doesn't read, without showing the header's value", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const token = Redacted.value(accessToken)
        const messageOf = (headers: HeadersLike) =>
          Effect.map(authenticate(headers as never), (answer) => answer.status === "signed-out" ? answer.message : "")
        const unread = ["x-access-token", "X-Auth-Token", "token", "x-stack-secret-server-key"]
        const harmless = ["x-csrf-token", "x-stack-publishable-client-key", "x-request-id", "accept"]

        for (const name of unread) {
          for (const headers of [{ [name]: token }, new Headers({ [name]: token })]) {
            const message = yield* messageOf(headers)
            assert.include(message, `the header ${name.toLowerCase()} isn't read. Send an access token as`)
            assert.notInclude(message, token)
          }
        }
        for (const name of harmless) assert.notInclude(yield* messageOf({ [name]: token }), "isn't read")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator distinguishes anonymous users from signed-in users", () =>
      Effect.gen(function*() {
        const tokens = yield* Anonymous.signUp()

        const answer = yield* withTokens(tokens)

        assert.strictEqual(answer.status, "anonymous")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator explains that an Authorization header is unusable, without showing its value", () =>
      Effect.gen(function*() {
        const { accessToken, refreshToken } = yield* signUp()
        const [token, refresh] = [Redacted.value(accessToken), Redacted.value(refreshToken!)]
        const foreign = [
          token,
          `Bearer ${token.split(".")[0]}`,
          `Bearer ${refresh}`,
          "Bearer sk_whatever",
          "Basic YTpi"
        ]

        const nothing = yield* authenticate({})
        const answers = yield* Effect.forEach(foreign, (authorization) => authenticate({ authorization }))

        assert.notInclude(JSON.stringify(nothing), "Authorization")
        for (const [at, answer] of answers.entries()) {
          assert.deepInclude(answer, { status: "signed-out", reason: "no-credentials" })
          const message = answer.status === "signed-out" ? answer.message : ""
          assert.match(message, /Authorization header has neither.* `Bearer `.* complete/)
          assert.notInclude(message, foreign[at]!)
        }
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator reports why credentials are invalid or missing", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const changed = Redacted.value(accessToken).replace(/.{5}$/, "AAAAA")
        const reason = (headers: { readonly [name: string]: string }) =>
          Effect.map(authenticate(headers), (answer) => answer.status === "signed-out" ? answer.reason : answer.status)

        assert.strictEqual(yield* reason({}), "no-credentials")
        assert.strictEqual(yield* reason({ authorization: "Basic YTpi" }), "no-credentials")
        assert.strictEqual(yield* reason({ authorization: "Bearer of-somebody-else" }), "no-credentials")
        assert.strictEqual(yield* reason({ authorization: "Bearer stackauth_%%%" }), "malformed-credentials")
        assert.strictEqual(yield* reason({ authorization: `Bearer ${changed}` }), "signature")
        assert.strictEqual(yield* reason({ "x-stack-auth": "null" }), "malformed-credentials")
        assert.strictEqual(yield* reason({ "x-stack-auth": "[]" }), "malformed-credentials")
        assert.strictEqual(yield* reason({ "x-stack-auth": "{" }), "malformed-credentials")
        assert.strictEqual(yield* reason({ "x-stack-auth": "{\"accessToken\":7}" }), "malformed-credentials")
        assert.strictEqual(yield* reason({ "x-stack-auth": "{\"accessToken\":\"null\"}" }), "malformed-credentials")
        assert.strictEqual(
          yield* reason({ "x-stack-auth": "{\"accessToken\":\"undefined\"}" }),
          "malformed-credentials"
        )
        assert.strictEqual(yield* reason({ "x-stack-auth": "{\"accessToken\":null}" }), "no-credentials")
        assert.strictEqual(yield* reason({ "x-stack-auth": "{\"accessToken\":\"a.b.c\"}" }), "malformed")
        assert.strictEqual(yield* reason({ "x-api-key": "hunter2" }), "malformed-credentials")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("D1: the authenticator refreshes an expired session once for a thousand requests, and uses the new token for later requests", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        yield* TestClock.adjust("10 minutes")
        yield* requested

        const answers = yield* Effect.forEach(Array.from({ length: 1000 }), () => withTokens(tokens), {
          concurrency: "unbounded"
        })
        const later = yield* withTokens(tokens)

        assert.deepStrictEqual(new Set([...answers, later].map(({ status }) => status)), new Set(["signed-in"]))
        assert.deepStrictEqual((yield* requested).sort(), [keysOnce, "POST /auth/oauth/token"].sort())
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("D2: the authenticator continues a refresh after the request that started it is interrupted", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        yield* TestClock.adjust("10 minutes")
        yield* requested
        const first = yield* Effect.forkChild(withTokens(tokens), { startImmediately: true })
        const second = yield* Effect.forkChild(withTokens(tokens), { startImmediately: true })

        yield* Fiber.interrupt(first)

        assert.strictEqual((yield* Fiber.join(second)).status, "signed-in")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator accepts a refresh token alone, and refreshes an access token with less than 20 s left", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const alone = yield* withTokens({ accessToken: null, refreshToken: tokens.refreshToken })
        yield* TestClock.adjust("581 seconds")
        yield* requested

        const soonOver = yield* withTokens(tokens)

        assert.strictEqual(alone.status, "signed-in")
        assert.strictEqual(soonOver.status, "signed-in")
        if (soonOver.status === "signed-in" && soonOver.by === "session") {
          assert.strictEqual(soonOver.expiresAt.getTime(), 581_000 + 600_000)
        }
        assert.deepStrictEqual(yield* requested, ["POST /auth/oauth/token"])
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator needs one request to report that the platform has ended a session", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        yield* Sessions.deleteCurrent()
        yield* TestClock.adjust("10 minutes")
        yield* requested

        const answers = [yield* withTokens(tokens), yield* withTokens(tokens)]

        for (const answer of answers) {
          assert.strictEqual(answer.status === "signed-out" ? answer.reason : answer.status, "session-ended")
        }
        assert.deepStrictEqual((yield* requested).filter((each) => each.startsWith("POST")), ["POST /auth/oauth/token"])
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("while the platform doesn't respond, the authenticator accepts valid access tokens and reports unavailable otherwise", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const { faults } = yield* Emulator
        faults.add({ endpoint: "platform.getJwks", respond: { type: "serverError" }, times: 1 })
        const withoutKeys = yield* withTokens(tokens)
        yield* TestClock.adjust("5 seconds")
        yield* withTokens(tokens)
        faults.add({ endpoint: "oauth.refresh", respond: "drop" })

        yield* TestClock.adjust("580 seconds")
        const soonOver = yield* patiently(withTokens(tokens))
        yield* TestClock.adjust("1 minute")
        const outcome = yield* patiently(withTokens(tokens))

        assert.strictEqual(withoutKeys.status, "unavailable")
        assert.strictEqual(soonOver.status, "signed-in")
        assert.strictEqual(outcome.status, "unavailable")
        if (outcome.status === "unavailable") {
          assert.match(outcome.error.message, /could not be reached|was interrupted/)
        }
      }).pipe(Effect.provide(withBackEnd())))

    for (
      const [title, given, attempts] of [
        [
          "without a retry policy, the authenticator attempts a refresh three times, because the request is waiting",
          Layer.empty,
          3
        ],
        [
          "the authenticator uses the program's retry policy, even if the policy equals the defaults",
          Layer.succeed(RetryPolicy, make()),
          5
        ]
      ] as const
    ) {
      it.effect(title, () =>
        Effect.gen(function*() {
          const { refreshToken } = yield* signUp()
          const { faults } = yield* Emulator
          faults.add({ endpoint: "oauth.refresh", respond: "drop" })
          yield* requested

          const { status } = yield* patiently(withTokens({ accessToken: null, refreshToken }))

          assert.strictEqual(status, "unavailable")
          assert.strictEqual((yield* requested).filter((each) => each === "POST /auth/oauth/token").length, attempts)
        }).pipe(
          Effect.provide(Authenticator.layer().pipe(Layer.provide(given), Layer.provideMerge(emulated(seed))))
        ))
    }

    it.effect("the authenticator accepts API keys of users and teams, and checks each key at most once per minute", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const team = yield* Teams.create({ displayName: "A", creatorUserId: "me" })
        const ofUser = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })
        const ofTeam = yield* TeamApiKeys.create({ teamId: team.id, description: "ci", expiresAt: null })
        yield* requested

        const answers = yield* Effect.forEach(Array.from({ length: 100 }), () => asBearer(ofUser.value), {
          concurrency: "unbounded"
        })
        const header = yield* authenticate({ "x-api-key": Redacted.value(ofTeam.value) })

        for (const answer of answers) {
          assert.strictEqual(answer.status, "signed-in")
          if (answer.status === "signed-in") assert.strictEqual(answer.userId, userId)
        }
        assert.strictEqual(header.status === "team" && header.teamId, team.id)
        assert.deepStrictEqual(yield* requested, [
          "POST /user-api-keys/check",
          "GET /users/{user_id}",
          "POST /user-api-keys/check",
          "POST /team-api-keys/check"
        ])
        yield* TestClock.adjust("1 minute")
        yield* asBearer(ofUser.value)
        assert.deepStrictEqual(yield* requested, ["POST /user-api-keys/check", "GET /users/{user_id}"])
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator reports an anonymous user's API key as anonymous", () =>
      Effect.gen(function*() {
        const { userId } = yield* Anonymous.signUp()
        const { value } = yield* asServer(UserApiKeys.create({ userId, description: "ci", expiresAt: null }))

        const found = yield* asBearer(value)

        assert.deepInclude(found, { status: "anonymous", by: "api-key" })
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator rejects a revoked API key once the cached result expires", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const key = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })
        const status = Effect.map(asBearer(key.value), ({ status }) => status)
        assert.strictEqual(yield* status, "signed-in")
        yield* asServer(UserApiKeys.update({ apiKeyId: key.id, revoked: true }))

        yield* TestClock.adjust("9999 millis")
        const before = yield* status
        yield* TestClock.adjust("1 millis")
        const after = yield* asBearer(key.value)

        assert.strictEqual(before, "signed-in")
        assert.strictEqual(after.status === "signed-out" ? after.reason : after.status, "api-key")
        if (after.status === "signed-out") assert.include(after.message, "revoked")
      }).pipe(Effect.provide(withBackEnd({ apiKeysFor: "10 seconds" }))))

    it.effect("the authenticator caches no result for an API key beyond the key's expiry", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const key = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: new Date(10_000) })
        yield* asBearer(key.value)

        yield* TestClock.adjust("10 seconds")

        assert.strictEqual((yield* asBearer(key.value)).status, "signed-out")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("P1: authentication results contain no tokens and no keys", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const key = yield* UserApiKeys.create({ userId: tokens.userId, description: "ci", expiresAt: null })
        const secrets = [tokens.accessToken, tokens.refreshToken, key.value].map(Redacted.value)

        const answers = [
          yield* withTokens(tokens),
          yield* asBearer(key.value),
          yield* asBearer(Redacted.make(`${key.id}`))
        ]

        const printed = inspect(answers, { depth: 9 }) + JSON.stringify(answers)
        for (const secret of secrets) assert.notInclude(printed, secret)
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("I2: the authenticator accepts the session cookies of any platform client", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const refreshToken = Redacted.value(tokens.refreshToken)
        const { project } = yield* Emulator
        const structured = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 }))
        const access = encodeURIComponent(JSON.stringify([refreshToken, Redacted.value(tokens.accessToken)]))
        yield* requested
        const host = "localhost:3000"

        for (
          const name of [
            `stack-refresh-${project.projectId}--default`,
            `__Host-stack-refresh-${project.projectId}--default`,
            `hexclave-refresh-${project.projectId}--default`
          ]
        ) {
          const cookie = `theme=dark; ${name}=${structured}; stack-access=${access}`
          assert.strictEqual((yield* authenticate({ cookie, host })).status, "signed-in", name)
        }
        for (const name of [`stack-refresh-${project.projectId}`, "stack-refresh"]) {
          const cookie = `${name}=${refreshToken}; stack-access=${access}`
          assert.strictEqual((yield* authenticate({ cookie, host })).status, "signed-in", name)
        }
        assert.deepStrictEqual(yield* requested, [keysOnce], "nothing was refreshed")
        const junk = yield* authenticate({ cookie: "=; ;stack-access=%%%; __proto__=x; stack-refresh=undefined", host })
        assert.strictEqual(junk.status, "signed-out")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator returns the cookie of a refreshed session without changing the refresh token", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const { project } = yield* Emulator
        const refresh = `__Host-stack-refresh-${project.projectId}--default=${
          encodeURIComponent(
            JSON.stringify({ refresh_token: Redacted.value(tokens.refreshToken), updated_at_millis: 1 })
          )
        }`
        yield* requested

        const first = yield* authenticate({ cookie: refresh })
        assert.strictEqual(first.status, "signed-in")
        assert.strictEqual(first.setCookies.length, 1)
        assert.match(first.setCookies[0]!, /^stack-access=[^;]+; Path=\/; Max-Age=86400; SameSite=Lax; Secure$/)
        assert.notStrictEqual((yield* requested).indexOf("POST /auth/oauth/token"), -1)

        const next = yield* authenticate({ cookie: `${refresh}; ${first.setCookies[0]!.split(";")[0]}` })
        assert.strictEqual(next.status, "signed-in")
        assert.deepStrictEqual(next.setCookies, [])
        assert.deepStrictEqual(yield* requested, [])

        const byHeader = yield* withTokens({ accessToken: null, refreshToken: tokens.refreshToken })
        assert.deepStrictEqual(byHeader.setCookies, [], "sets no cookies for tokens in a header")
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator doesn't delete the cookies of an ended session, because they may already belong to a new sign-in", () =>
      Effect.gen(function*() {
        const answer = yield* authenticate({ cookie: `stack-refresh=${"r".repeat(45)}`, host: "localhost" })

        assert.strictEqual(answer.status === "signed-out" && answer.reason, "session-ended")
        assert.deepStrictEqual(answer.setCookies, [])
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("the authenticator marks cookies as Secure if the page was loaded over HTTPS, including through a proxy", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const cookie = `stack-refresh=${Redacted.value(tokens.refreshToken)}`
        const secure = (headers: { readonly [name: string]: string }, url?: string) =>
          Effect.map(
            Authenticator.use(({ authenticate }) => authenticate({ headers: { cookie, ...headers }, url })),
            ({ setCookies }) => setCookies.map((each) => each.endsWith("; Secure"))
          )

        assert.deepStrictEqual(yield* secure({}), [false])
        assert.deepStrictEqual(yield* secure({ "x-forwarded-proto": "http" }), [false])
        assert.deepStrictEqual(yield* secure({ "x-forwarded-proto": "https, http" }), [true])
        assert.deepStrictEqual(yield* secure({ cookie: `${cookie}; stack-is-https=true` }), [true])
        assert.deepStrictEqual(yield* secure({}, "https://app.test/"), [true])
        assert.deepStrictEqual(yield* secure({}, "/path"), [false])
      }).pipe(Effect.provide(withBackEnd({ cookies: { readOlderCookies: true } }))))

    /**
     * Sends cookies that a sibling site could have set: a refresh token, and an access token without a refresh token.
     * Returns the status of each request.
     */
    const planted = Effect.map(signUp(), ({ accessToken, refreshToken }) => {
      const alone = encodeURIComponent(JSON.stringify(["", Redacted.value(accessToken)]))
      const cookies = [`stack-refresh=${Redacted.value(refreshToken)}`, `stack-access=${alone}`]
      return (headers: { readonly [name: string]: string }, url?: string) =>
        Effect.forEach(cookies, (cookie) =>
          Effect.map(
            Authenticator.use(({ authenticate }) => authenticate({ headers: { cookie, ...headers }, url })),
            ({ status }) => status
          ))
    })

    const [rejected, accepted] = [["signed-out", "signed-out"], ["signed-in", "signed-in"]]

    it.effect("I7: the authenticator rejects cookies that a sibling site could have set, even if it isn't known whether the site uses HTTPS", () =>
      Effect.gen(function*() {
        const statuses = yield* planted

        for (const host of ["app.example.com", "localhost.example.com", "127.0.0.1.example.com"]) {
          assert.deepStrictEqual(yield* statuses({ host }), rejected, host)
        }
        assert.deepStrictEqual(yield* statuses({}, "https://app.example.com/"), rejected)
        assert.deepStrictEqual(yield* statuses({ host: "localhost:3000" }), accepted)
        assert.deepStrictEqual(yield* statuses({ host: "app.example.com", "x-forwarded-proto": "http" }), accepted)
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("I7: the authenticator accepts older cookies over HTTPS only until the configured time", () =>
      Effect.gen(function*() {
        const statuses = yield* planted
        const host = "app.example.com"

        assert.deepStrictEqual(yield* statuses({ host }), accepted)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* statuses({ host }), rejected)
      }).pipe(Effect.provide(withBackEnd({ cookies: { readOlderCookies: { until: "1970-01-01T00:01:00Z" } } }))))

    it.effect("I7: the authenticator accepts older session cookies over HTTPS if the site shares a domain", () =>
      Effect.gen(function*() {
        const statuses = yield* planted

        assert.deepStrictEqual(yield* statuses({ host: "app.example.com" }), accepted)
      }).pipe(Effect.provide(withBackEnd({ cookies: { domain: "example.com" } }))))

    it.effect("the authenticator reports an invalid date in readOlderCookies", () =>
      Effect.gen(function*() {
        const found = yield* authenticate({})

        assert.strictEqual(found.status, "unavailable")
        if (found.status !== "unavailable") return
        assert.strictEqual(
          found.error.message,
          "cookies.readOlderCookies is neither true, false nor { until: a date }. "
            + "Use a Date, or an ISO date such as \"2027-06-01\"."
        )
      }).pipe(Effect.provide(withBackEnd({ cookies: { readOlderCookies: { until: "soon" } } }))))
  })
})

describe("a session whose refreshed token is cached", () => {
  it.effect("G5: the authenticator refreshes a cached token after the platform replaced its keys, so the user stays signed in", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const old = yield* Effect.promise(() => signingKey("old"))
      const next = yield* Effect.promise(() => signingKey("next"))
      let signs = old
      let refreshes = 0
      const platform = Layer.succeed(Transport, {
        send: (request) =>
          Effect.gen(function*() {
            if (request.url.includes("/.well-known/jwks.json")) return yield* json({ keys: [signs.jwk] })(request)
            refreshes++
            const token = yield* Effect.promise(() => sign(signs))
            return yield* json({ access_token: token, token_type: "Bearer", expires_in: 3599, scope: "legacy" })(
              request
            )
          })
      })
      const session = { accessToken: null, refreshToken: Redacted.make("r".repeat(45)) }
      yield* Effect.gen(function*() {
        yield* withTokens(session)
        signs = next
        yield* TestClock.adjust("31 seconds")
        yield* asBearer(Redacted.make(yield* Effect.promise(() => sign(next))))

        const answers = yield* Effect.forEach(Array(10), () => withTokens(session), { concurrency: "unbounded" })

        assert.deepStrictEqual(answers.map(({ status }) => status), Array(10).fill("signed-in"))
        assert.strictEqual(refreshes, 2)
      }).pipe(Effect.provide(Authenticator.layer().pipe(Layer.provide([project, platform]))))
    }))
})
