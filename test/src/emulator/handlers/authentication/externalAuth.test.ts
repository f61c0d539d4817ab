import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { claimsOf } from "../../../../../layers/session/accessToken.ts"
import { Session } from "../../../../../layers/session/Session.ts"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as ExternalAuth from "../../../../../schemas/endpoints/externalAuth.ts"
import * as Sessions from "../../../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator, type ExternalProviderId, type Seed } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { asServer } from "../../support/support.ts"

const providers = ["clerk-integration", "better-auth-integration", "workos-integration"] as const

const seed: Seed = {
  revision: "2026-10",
  externalAuth: { "clerk-integration": true, "better-auth-integration": true, "workos-integration": true }
}

const tokenOf = (
  providerId: ExternalProviderId,
  options: Partial<Parameters<Emulator["Service"]["external"]["token"]>[0]> = {}
) =>
  Effect.flatMap(
    Emulator,
    ({ external }) =>
      Effect.promise(() => external.token({ providerId, subject: "user_1", sessionId: "sess_1", ...options }))
  )

const exchange = (providerId: ExternalProviderId, options: Parameters<typeof tokenOf>[1] = {}) =>
  Effect.flatMap(tokenOf(providerId, options), (token) => ExternalAuth.exchange({ providerId, token }))

const reasonIn = (error: object) => (error as { readonly details?: { readonly reason?: string } }).details?.reason

const refusalOf = (providerId: ExternalProviderId, options: Parameters<typeof tokenOf>[1]) =>
  Effect.map(Effect.flip(exchange(providerId, options)), (error) => [
    error._tag,
    reasonIn(error)
  ])

overBothTransports(({ emulated }) => {
  describe("POST /auth/external/token", () => {
    it.effect.each(providers)(
      "external-1: a token of %s creates one user, and one session for each of the vendor's sessions",
      (providerId) =>
        Effect.gen(function*() {
          const described = { email: "Ann@Example.com", emailVerified: true, name: " Ann " }
          const first = yield* exchange(providerId, described)
          const again = yield* exchange(providerId, { ...described, name: "Other" })
          const other = yield* exchange(providerId, { sessionId: "sess_2" })
          const user = yield* asServer(Users.get({ userId: first.userId }))

          assert.deepStrictEqual([first.isNewUser, again.isNewUser, other.isNewUser], [true, false, false])
          assert.deepStrictEqual([again.userId, other.userId], [first.userId, first.userId])
          assert.strictEqual(again.sessionId, first.sessionId)
          assert.notStrictEqual(other.sessionId, first.sessionId)
          assert.deepInclude(user, {
            displayName: "Ann",
            primaryEmail: "ann@example.com",
            primaryEmailVerified: true,
            primaryEmailAuthEnabled: false,
            externalAuthProviders: [{ id: providerId }]
          })
        }).pipe(Effect.provide(emulated(seed)))
    )

    it.effect("external-1: concurrent exchanges of a new identity create one user and one session", () =>
      Effect.gen(function*() {
        const results = yield* Effect.all(
          Array.from({ length: 4 }, () => exchange("clerk-integration")),
          { concurrency: "unbounded" }
        )

        assert.strictEqual(new Set(results.map(({ userId }) => userId)).size, 1)
        assert.strictEqual(new Set(results.map(({ sessionId }) => sessionId)).size, 1)
        assert.strictEqual(results.filter(({ isNewUser }) => isNewUser).length, 1)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("external-1: an exchange with an anonymous session upgrades its user", () =>
      Effect.gen(function*() {
        const anonymous = yield* Anonymous.signUp()
        yield* Session.use((session) => session.keep(anonymous))
        const { isNewUser, userId } = yield* exchange("workos-integration", { name: "Ann" })
        const user = yield* asServer(Users.get({ userId }))

        assert.isFalse(isNewUser)
        assert.strictEqual(userId, anonymous.userId)
        assert.deepInclude(user, { isAnonymous: false, displayName: "Ann" })
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("external-1: a session that was revoked exists again after the next exchange", () =>
      Effect.gen(function*() {
        const { sessionId, userId } = yield* exchange("clerk-integration")
        yield* asServer(Sessions.delete({ id: sessionId, userId }))
        const gone = yield* asServer(Sessions.list({ userId }))
        const again = yield* exchange("clerk-integration")
        const { items } = yield* asServer(Sessions.list({ userId }))

        assert.deepStrictEqual(gone.items, [])
        assert.strictEqual(again.sessionId, sessionId)
        assert.deepStrictEqual(items.map(({ id }) => id), [sessionId])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("external-1: the access token expires no later than the vendor's token, and names the session", () =>
      Effect.gen(function*() {
        const { accessToken, sessionId } = yield* exchange("clerk-integration", { expiresInMillis: 60_000 })
        const claims = claimsOf(accessToken)

        assert.strictEqual(claims._tag, "Some")
        if (claims._tag === "None") return
        assert.strictEqual(claims.value.refreshTokenId, sessionId)
        const { exp } = JSON.parse(atob(Redacted.value(accessToken).split(".")[1]!)) as { readonly exp: number }
        assert.strictEqual(exp, 60)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("external-2: an invalid token fails with the reason for its rejection", () =>
      Effect.gen(function*() {
        const clerk = "clerk-integration"
        const better = "better-auth-integration"
        const reasons = {
          expired: yield* refusalOf(clerk, { expiresInMillis: -1000 }),
          issuer: yield* refusalOf(clerk, { claims: { iss: "https://other.example" } }),
          audience: yield* refusalOf(better, { claims: { aud: "https://other.example" } }),
          client: yield* refusalOf("workos-integration", { claims: { client_id: "client_other" } }),
          session: yield* refusalOf(clerk, { claims: { sid: null } }),
          malformed: yield* Effect.map(
            Effect.flip(ExternalAuth.exchange({ providerId: clerk, token: "a.b" })),
            (error) => [error._tag, reasonIn(error)]
          ),
          signature: yield* Effect.flatMap(tokenOf(clerk), (token) =>
            Effect.map(
              Effect.flip(
                ExternalAuth.exchange({
                  providerId: clerk,
                  token: `${Redacted.value(token).split(".").slice(0, 2).join(".")}.${"A".repeat(86)}`
                })
              ),
              (error) => [error._tag, reasonIn(error)]
            ))
        }

        assert.deepStrictEqual(reasons, {
          expired: ["InvalidExternalAuthToken", "expired"],
          issuer: ["InvalidExternalAuthToken", "issuer_mismatch"],
          audience: ["InvalidExternalAuthToken", "audience_mismatch"],
          client: ["InvalidExternalAuthToken", "client_id_mismatch"],
          session: ["InvalidExternalAuthToken", "missing_claim"],
          malformed: ["InvalidExternalAuthToken", "malformed_token"],
          signature: ["InvalidExternalAuthToken", "signature_mismatch"]
        })
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("external-2: with authorized parties, Clerk's token must come from one of them", () =>
      Effect.gen(function*() {
        const clerk = "clerk-integration"
        const { userId } = yield* exchange(clerk, { claims: { azp: "https://app.example/" } })

        assert.isString(userId)
        for (const claims of [{}, { azp: "https://other.example" }]) {
          assert.deepStrictEqual(yield* refusalOf(clerk, { claims }), [
            "InvalidExternalAuthToken",
            "authorized_party_mismatch"
          ])
        }
      }).pipe(Effect.provide(emulated({
        ...seed,
        externalAuth: {
          "clerk-integration": {
            issuer: "https://clerk.latchkey.example",
            authorizedParties: "https://app.example, http://localhost:3000"
          }
        }
      }))))

    it.effect("external-2: a vendor that is off or half configured fails with the missing part", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* refusalOf("clerk-integration", {}), [
          "ExternalAuthProviderNotConfigured",
          "required_setting_missing"
        ])
        assert.deepStrictEqual(yield* refusalOf("workos-integration", {}), [
          "ExternalAuthProviderNotConfigured",
          "provider_disabled"
        ])
      }).pipe(Effect.provide(emulated({ revision: "2026-10", externalAuth: { "clerk-integration": {} } }))))

    it.effect("external-2: platforms before 2026-10 have no exchange", () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(exchange("clerk-integration"))

        assert.strictEqual(error._tag, "CallError")
        assert.deepInclude((error as unknown as { readonly reason: object }).reason, {
          _tag: "HttpFailure",
          status: 404
        })
      }).pipe(Effect.provide(emulated({ ...seed, revision: "2026-04" }))))
  })
})
