import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createLocalJWKSet, jwtVerify } from "jose"
import { claimsOf } from "../../../../../layers/session/accessToken.ts"
import { Session } from "../../../../../layers/session/Session.ts"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as OAuth from "../../../../../schemas/endpoints/oauth.ts"
import * as Platform from "../../../../../schemas/endpoints/platform.ts"
import * as Sessions from "../../../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { ann, asAdmin, asServer, send, signIn, signUp } from "../../support/support.ts"

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

const refresh = (refreshToken: Redacted.Redacted) =>
  Effect.flatMap(
    Emulator,
    ({ project }) =>
      OAuth.refresh({ refreshToken, clientId: project.projectId, clientSecret: project.publishableClientKey })
  )

overBothTransports(({ emulated }) => {
  describe("access tokens", () => {
    it.effect("access tokens are signed with a published key and have the claims of every revision", () =>
      Effect.gen(function*() {
        const { accessToken, userId } = yield* signUp()
        const { baseUrl, project } = yield* Emulator
        const jwks = yield* Platform.getJwks({ projectId: project.projectId })

        const { payload } = yield* Effect.promise(() =>
          jwtVerify(Redacted.value(accessToken), createLocalJWKSet(jwks as never), {
            issuer: `${baseUrl}/api/v1/projects/${project.projectId}`,
            audience: project.projectId,
            currentDate: new Date(0)
          })
        )

        assert.strictEqual(jwks.keys.length, 2)
        const session = payload["refreshTokenId"]
        assert.deepInclude(payload, {
          sub: userId,
          iat: 0,
          exp: 600,
          role: "authenticated",
          branchId: "main",
          branch_id: "main",
          refresh_token_id: session,
          project_id: project.projectId,
          name: null,
          email: ann.email,
          email_verified: false,
          selected_team_id: null,
          signed_up_at: 0,
          is_anonymous: false,
          is_restricted: false,
          restricted_reason: null,
          requires_totp_mfa: false
        })
      }).pipe(Effect.provide(emulated())))

    it.effect("access tokens of anonymous users have their own issuer, audience and keys", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* Anonymous.signUp()
        const { baseUrl, project } = yield* Emulator
        const jwks = yield* Platform.getJwks({ projectId: project.projectId, includeAnonymous: true })

        const { payload } = yield* Effect.promise(() =>
          jwtVerify(Redacted.value(accessToken), createLocalJWKSet(jwks as never), { currentDate: new Date(0) })
        )

        assert.strictEqual(jwks.keys.length, 6)
        assert.strictEqual(payload.iss, `${baseUrl}/api/v1/projects-anonymous-users/${project.projectId}`)
        assert.strictEqual(payload.aud, `${project.projectId}:anon`)
        assert.isTrue(payload["is_anonymous"])
        assert.strictEqual(payload["role"], "authenticated", "the only role that later clients take")
      }).pipe(Effect.provide(emulated())))

    it.effect("an access token expires after 10 minutes of the emulator's clock, and the error reports the time", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const me = send("GET", "/api/v1/users/me", {
          level: "client",
          headers: { "x-stack-access-token": Redacted.value(accessToken) }
        })

        yield* TestClock.adjust("599 seconds")
        assert.strictEqual((yield* me).status, 200)
        yield* TestClock.adjust("1 second")
        const { json, status } = yield* me

        assert.deepStrictEqual([status, json.code, json.details.expired_at_millis], [
          401,
          "ACCESS_TOKEN_EXPIRED",
          600_000
        ])
      }).pipe(Effect.provide(emulated())))

    it.effect("access tokens have the lifetime given in the seed", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()

        assert.strictEqual(Option.getOrThrow(claimsOf(accessToken)).exp, 60)
      }).pipe(Effect.provide(emulated({ accessTokenLifetime: "1 minute" }))))

    it.effect("an access token with another signature, payload or project is rejected", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const token = Redacted.value(accessToken)
        const code = (text: string, project?: string) =>
          Effect.map(
            send("GET", "/api/v1/users/me", {
              level: "client",
              headers: {
                "x-stack-access-token": text,
                ...(project === undefined ? {} : { "x-stack-project-id": project })
              }
            }),
            ({ json }) => json.code
          )
        const [header, payload, signature] = token.split(".")

        assert.strictEqual(yield* code("garbage"), "UNPARSABLE_ACCESS_TOKEN")
        assert.strictEqual(
          yield* code([header, payload, [...signature!].reverse().join("")].join(".")),
          "UNPARSABLE_ACCESS_TOKEN"
        )
        assert.strictEqual(yield* code(token, "internal"), "INVALID_PROJECT_FOR_ACCESS_TOKEN")
      }).pipe(Effect.provide(emulated())))

    it.effect("access tokens of another emulator are rejected", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* Effect.provide(signUp(), emulated())

        const { json } = yield* send("GET", "/api/v1/users/me", {
          level: "client",
          headers: { "x-stack-access-token": Redacted.value(accessToken) }
        })

        assert.strictEqual(json.code, "UNPARSABLE_ACCESS_TOKEN")
      }).pipe(Effect.provide(Emulator.layer())))

    it.effect("the access token of a deleted user counts as signed out", () =>
      Effect.gen(function*() {
        const { accessToken, userId } = yield* signUp()
        yield* asServer(Users.delete({ userId }))

        const { json } = yield* send("GET", "/api/v1/users/me", {
          level: "client",
          headers: { "x-stack-access-token": Redacted.value(accessToken) }
        })

        assert.strictEqual(json.code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }).pipe(Effect.provide(emulated())))
  })

  describe("sessions", () => {
    it.effect("refreshing a session returns a new access token without changing the refresh token", () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* signUp()
        yield* TestClock.adjust("11 minutes")

        const answer = yield* refresh(refreshToken)

        assert.strictEqual(Option.getOrThrow(claimsOf(answer.accessToken)).exp, 11 * 60 + 600)
        assert.strictEqual(answer.expiresIn, 3600)
        assert.notProperty(answer, "refreshToken")
      }).pipe(Effect.provide(emulated())))

    it.effect("a session expires after a year", () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* signUp()

        yield* TestClock.adjust("365 days")

        assert.strictEqual(yield* reasonOf(refresh(refreshToken)), "RefreshTokenNotFoundOrExpired")
        assert.strictEqual(yield* reasonOf((yield* Session).tokens()), "RefreshTokenNotFoundOrExpired")
        assert.strictEqual((yield* Session).state()._tag, "SignedOut")
      }).pipe(Effect.provide(emulated())))

    it.effect("a session can be refreshed only for its own project", () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* signUp()
        const { internal, project } = yield* Emulator
        const foreign = OAuth.refresh({
          refreshToken,
          clientId: internal.projectId,
          clientSecret: internal.publishableClientKey
        })
        const wrongKey = OAuth.refresh({
          refreshToken,
          clientId: project.projectId,
          clientSecret: internal.publishableClientKey
        })

        assert.strictEqual(yield* reasonOf(foreign), "RefreshTokenNotFoundOrExpired")
        assert.strictEqual(yield* reasonOf(wrongKey), "InvalidOAuthClientIdOrSecret")
      }).pipe(Effect.provide(emulated())))

    it.effect("a session can be refreshed through the project's own headers", () =>
      Effect.gen(function*() {
        yield* signUp()
        const path = "/api/v1/auth/sessions/current/refresh"

        const { accessToken } = yield* Sessions.refresh()
        const without = yield* send("POST", path, { level: "client" })

        assert.isTrue(Option.isSome(claimsOf(accessToken)))
        assert.strictEqual(without.json.code, "SCHEMA_ERROR")
      }).pipe(Effect.provide(emulated())))

    it.effect("a back end can create a session with a lifetime of up to 367 days", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { refreshToken } = yield* asServer(Sessions.create({ userId, expiresInMillis: 1000 }))

        yield* TestClock.adjust("1 second")

        assert.strictEqual(yield* reasonOf(refresh(refreshToken)), "RefreshTokenNotFoundOrExpired")
        const tooLong = yield* send("POST", "/api/v1/auth/sessions", {
          level: "server",
          json: { user_id: userId, expires_in_millis: 31_708_800_001 }
        })
        assert.strictEqual(tooLong.json.code, "SCHEMA_ERROR")
      }).pipe(Effect.provide(emulated())))

    it.effect("an expired session is listed until it is deleted", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* asServer(Sessions.create({ userId, expiresInMillis: 1000 }))
        yield* TestClock.adjust("2 seconds")

        const { items } = yield* asServer(Sessions.list({ userId }))

        assert.lengthOf(items, 2)
        yield* asServer(Sessions.delete({ id: items[0]!.id, userId }))
        assert.lengthOf((yield* asServer(Sessions.list({ userId }))).items, 1)
      }).pipe(Effect.provide(emulated())))

    it.effect("signing out ends a session, but its access token stays valid until it expires", () =>
      Effect.gen(function*() {
        const { accessToken, refreshToken } = yield* signUp()
        const headers = { "x-stack-access-token": Redacted.value(accessToken) }

        yield* Sessions.deleteCurrent()

        assert.strictEqual(yield* reasonOf(refresh(refreshToken)), "RefreshTokenNotFoundOrExpired")
        assert.strictEqual((yield* send("GET", "/api/v1/users/me", { level: "client", headers })).status, 200)
        const again = yield* send("DELETE", "/api/v1/auth/sessions/current", { level: "client", headers })
        assert.strictEqual(again.json.code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
        const signedOut = yield* send("DELETE", "/api/v1/auth/sessions/current", { level: "client" })
        assert.strictEqual(signedOut.json.code, "ACCESS_TOKEN_EXPIRED")
      }).pipe(Effect.provide(emulated())))

    for (
      const [revision, reason] of [["2025-08", "HttpFailure"], ["2026-04", "RefreshTokenNotFoundOrExpired"]] as const
    ) {
      it.effect(`refreshing the session of a deleted user fails with ${reason} on ${revision}`, () =>
        Effect.gen(function*() {
          const { refreshToken, userId } = yield* signUp()
          yield* asServer(Users.delete({ userId }))

          assert.strictEqual(yield* reasonOf(refresh(refreshToken)), reason)
        }).pipe(Effect.provide(emulated({ revision }))))
    }
  })

  describe("the list of sessions", () => {
    it.effect("the list of sessions is newest first and marks the current session", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* TestClock.adjust("1 second")
        yield* signIn()

        const { items } = yield* Sessions.list({ userId: "me" })

        assert.deepStrictEqual(
          items.map(({ createdAt, isCurrentSession }) => [createdAt.getTime(), isCurrentSession]),
          [
            [1000, true],
            [0, false]
          ]
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("the list of sessions shows impersonations only to admins", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* asServer(Sessions.create({ userId, isImpersonation: true }))

        assert.strictEqual((yield* Sessions.list({ userId })).items.length, 1)
        assert.strictEqual((yield* asServer(Sessions.list({ userId }))).items.length, 1)
        assert.strictEqual((yield* asAdmin(Sessions.list({ userId }))).items.length, 2)
      }).pipe(Effect.provide(emulated())))

    it.effect("clients can list only their own user's sessions", () =>
      Effect.gen(function*() {
        const other = yield* signUp({ ...ann, email: "bob@example.com" })
        yield* signUp()

        assert.strictEqual(yield* reasonOf(Sessions.list({ userId: other.userId })), "HttpFailure")
      }).pipe(Effect.provide(emulated())))

    it.effect("the list of sessions shows the location of the latest use, if a proxy sent it", () =>
      Effect.gen(function*() {
        const { json } = yield* send("POST", "/api/v1/auth/anonymous/sign-up", {
          level: "client",
          headers: {
            "x-forwarded-for": "203.0.113.7, 10.0.0.1",
            "x-vercel-ip-city": "Lisbon",
            "x-vercel-ip-latitude": "38.72"
          }
        })

        const { items } = yield* asServer(Sessions.list({ userId: json.user_id }))

        assert.deepStrictEqual(items[0]!.lastUsedAtEndUserIpInfo, {
          ip: "203.0.113.7",
          cityName: "Lisbon",
          latitude: 38.72
        })
      }).pipe(Effect.provide(emulated())))

    it.effect("a user can end other sessions by id, but not the current one", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* signIn()
        const { items } = yield* Sessions.list({ userId: "me" })
        const [current, older] = [items[0]!, items[1]!]

        yield* Sessions.delete({ id: older.id, userId: "me" })

        assert.strictEqual(yield* reasonOf(Sessions.delete({ id: older.id, userId: "me" })), "HttpFailure")
        assert.strictEqual(
          yield* reasonOf(Sessions.delete({ id: current.id, userId: "me" })),
          "CannotDeleteCurrentSession"
        )
        assert.strictEqual((yield* Sessions.list({ userId: "me" })).items.length, 1)
      }).pipe(Effect.provide(emulated())))
  })
})
