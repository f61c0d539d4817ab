/** Restricted users, who can't use the app yet. docs/platform.md §8.3. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose"
import { Session } from "../../../../../layers/session/Session.ts"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as ContactChannels from "../../../../../schemas/endpoints/contactChannels.ts"
import * as InternalProjects from "../../../../../schemas/endpoints/internalProjects.ts"
import * as Onboarding from "../../../../../schemas/endpoints/onboarding.ts"
import * as Platform from "../../../../../schemas/endpoints/platform.ts"
import * as Sessions from "../../../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator, type Seed } from "../../../../../src/emulator/index.ts"
import { ann, asAdmin, asServer, emulated, lastMail, send, signIn, signUp } from "../../support/support.ts"

const strict: Seed = { revision: "2026-04", config: { requireEmailVerification: true } }

const claimsOf = ({ accessToken }: { readonly accessToken: Redacted.Redacted }) =>
  decodeJwt(Redacted.value(accessToken))

const requested = (accessToken: Redacted.Redacted, headers: { readonly [name: string]: string } = {}) =>
  send("GET", "/api/v1/users/me", {
    level: "client",
    headers: { "x-stack-access-token": Redacted.value(accessToken), ...headers }
  })

describe("a user with an unverified address, if the project requires verification", () => {
  it.effect("tokens of a restricted user have a separate issuer, audience and keys", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* signUp()
      const { baseUrl, project } = yield* Emulator

      const keys = yield* Platform.getJwks({ projectId: project.projectId, includeRestricted: true })
      const { payload } = yield* Effect.promise(() =>
        jwtVerify(Redacted.value(accessToken), createLocalJWKSet(keys as never), { currentDate: new Date(0) })
      )

      assert.strictEqual(keys.keys.length, 4)
      assert.strictEqual(payload.iss, `${baseUrl}/api/v1/projects-restricted-users/${project.projectId}`)
      assert.strictEqual(payload.aud, `${project.projectId}:restricted`)
      assert.deepInclude(payload, { is_restricted: true, restricted_reason: { type: "email_not_verified" } })
    }).pipe(Effect.provide(emulated(strict))))

  it.effect("RESTRICTED_USER_NOT_ALLOWED: every call of a restricted user fails, unless the request allows restricted or anonymous users", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* signUp()

      const refused = yield* requested(accessToken)
      const allowed = [
        yield* requested(accessToken, { "x-stack-allow-restricted-user": "true" }),
        yield* requested(accessToken, { "x-stack-allow-anonymous-user": "true" })
      ]

      assert.strictEqual(refused.status, 403)
      assert.deepInclude(refused.json, {
        code: "RESTRICTED_USER_NOT_ALLOWED",
        details: { restricted_reason: { type: "email_not_verified" } }
      })
      assert.deepStrictEqual(allowed.map(({ status }) => status), [200, 200])
    }).pipe(Effect.provide(emulated(strict))))

  it.effect("verification lifts a user's restriction immediately, but access tokens contain the restriction until the next refresh", () =>
    Effect.gen(function*() {
      const { accessToken, refreshToken } = yield* signUp()
      const before = yield* Users.getMe()

      yield* ContactChannels.verify({ code: (yield* lastMail(ann.email)).code })

      const after = yield* Users.getMe()
      const old = yield* requested(accessToken)
      const renewed = yield* send("POST", "/api/v1/auth/sessions/current/refresh", {
        level: "client",
        headers: { "x-stack-refresh-token": Redacted.value(refreshToken) }
      })
      assert.deepStrictEqual(
        [before, after].map(({ isRestricted, restrictedReason }) => [isRestricted, restrictedReason]),
        [[true, { type: "email_not_verified" }], [false, null]]
      )
      assert.strictEqual(old.json.code, "RESTRICTED_USER_NOT_ALLOWED")
      assert.isFalse(decodeJwt(renewed.json.access_token)["is_restricted"])
    }).pipe(Effect.provide(emulated(strict))))

  it.effect("existing users are restricted as soon as an admin requires verification", () =>
    Effect.gen(function*() {
      yield* signUp()
      const before = yield* Users.getMe()

      yield* asAdmin(InternalProjects.updateCurrent({ config: { requireEmailVerification: true } }))

      assert.deepStrictEqual([before.isRestricted, (yield* Users.getMe()).isRestricted], [false, true])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("a user restricted by an administrator", () => {
  const restriction = {
    restrictedByAdmin: true,
    restrictedByAdminReason: "Your trial is over.",
    restrictedByAdminPrivateDetails: "Chargeback of May"
  }

  it.effect("a user sees the reason for an administrator's restriction, and only back ends see its private details", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()

      const server = yield* asServer(Users.update({ userId, ...restriction }))

      const own = yield* Users.getMe()
      assert.deepInclude(server, { ...restriction, isRestricted: true })
      assert.deepInclude(own, {
        restrictedReason: { type: "restricted_by_administrator" },
        restrictedByAdmin: true,
        restrictedByAdminReason: restriction.restrictedByAdminReason
      })
      assert.notProperty(own, "restrictedByAdminPrivateDetails")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("a reason and details for a restriction are rejected if the user isn't restricted, and are deleted when the restriction is lifted", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { restrictedByAdmin: _, ...texts } = restriction

      const early = yield* Effect.flip(asServer(Users.update({ userId, ...texts })))
      yield* asServer(Users.update({ userId, ...restriction }))
      const later = yield* asServer(Users.update({ userId, restrictedByAdmin: false }))

      assert.strictEqual(early._tag, "CallError")
      assert.deepInclude(later, {
        restrictedByAdmin: false,
        restrictedByAdminReason: null,
        restrictedByAdminPrivateDetails: null
      })
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("the seed can restrict a user", () =>
    Effect.gen(function*() {
      const tokens = yield* signIn()

      assert.deepStrictEqual(claimsOf(tokens)["restricted_reason"], { type: "restricted_by_administrator" })
      assert.strictEqual((yield* Users.getMe()).restrictedByAdminReason, restriction.restrictedByAdminReason)
    }).pipe(Effect.provide(emulated({
      revision: "2026-04",
      users: [{ email: ann.email, password: Redacted.value(ann.password), ...restriction }]
    }))))

  it.effect("UNPARSABLE_ADMIN_ACCESS_TOKEN: every call with the token of a restricted owner fails", () =>
    Effect.gen(function*() {
      const { internal, project, sessions } = yield* Emulator
      const { accessToken } = yield* Effect.promise(() =>
        sessions.start({ user: "olivia@example.com", projectId: internal.projectId })
      )

      const { json } = yield* send("GET", "/api/v1/internal/projects/current", {
        headers: {
          "x-stack-access-type": "admin",
          "x-stack-project-id": project.projectId,
          "x-stack-admin-access-token": Redacted.value(accessToken)
        }
      })

      assert.strictEqual(json.code, "UNPARSABLE_ADMIN_ACCESS_TOKEN")
    }).pipe(Effect.provide(emulated({
      revision: "2026-04",
      owners: [{ email: "olivia@example.com", password: "correct horse", restrictedByAdmin: true }]
    }))))
})

it.effect("onboarding.previewAffectedUsers lists the users that would be restricted, and restricts none", () =>
  Effect.gen(function*() {
    yield* signUp()
    yield* asServer(Users.create({ primaryEmail: "bob@example.com", primaryEmailVerified: true }))

    const { affectedUsers, totalAffectedCount } = yield* asAdmin(
      Onboarding.previewAffectedUsers({ onboarding: { requireEmailVerification: true } })
    )

    assert.strictEqual(totalAffectedCount, 1)
    assert.deepInclude(affectedUsers[0], { primary_email: ann.email })
    assert.isFalse((yield* Users.getMe()).isRestricted)
  }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

describe("the list of users", () => {
  it.effect("the list of users omits restricted users unless the request includes restricted or anonymous users", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Anonymous.signUp()
      const counted = (query: object) => Effect.map(asServer(Users.list(query)), ({ items }) => items.length)

      const counts = yield* Effect.all([
        counted({}),
        counted({ includeRestricted: true }),
        counted({ includeAnonymous: true }),
        counted({ includeAnonymous: true, includeRestricted: false }),
        counted({ includeAnonymous: true, onlyAnonymous: true })
      ])

      assert.deepStrictEqual(counts, [0, 1, 2, 2, 1])
      assert.strictEqual((yield* asServer(Users.get({ userId }))).id, userId)
    }).pipe(Effect.provide(emulated(strict))))

  it.effect("the list of users rejects only_anonymous without include_anonymous", () =>
    Effect.gen(function*() {
      const { status, text } = yield* send("GET", "/api/v1/users?only_anonymous=true", { level: "server" })

      assert.strictEqual(status, 400)
      assert.include(text, "only_anonymous requires include_anonymous")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("an anonymous user on 2026-04", () => {
  it.effect("on 2026-04, anonymous users are restricted, with their own issuer and audience", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const tokens = yield* Anonymous.signUp()
      yield* Effect.flatMap(Session, (session) => session.keep(tokens))

      assert.strictEqual(claimsOf(tokens).aud, `${project.projectId}:anon`)
      assert.deepStrictEqual(claimsOf(tokens)["restricted_reason"], { type: "anonymous" })
      assert.isAbove((yield* Sessions.list({ userId: "me" })).items.length, 0)
    }).pipe(Effect.provide(emulated(strict))))
})

describe("2025-08", () => {
  it.effect("on 2025-08, neither a setting nor an administrator can restrict users", () =>
    Effect.gen(function*() {
      const tokens = yield* signUp()
      const { baseUrl, project } = yield* Emulator
      const keys = yield* Platform.getJwks({ projectId: project.projectId, includeAnonymous: true })

      const { json, status } = yield* requested(tokens.accessToken)

      assert.strictEqual(claimsOf(tokens).iss, `${baseUrl}/api/v1/projects/${project.projectId}`)
      assert.strictEqual(status, 200)
      assert.notProperty(json, "is_restricted")
      assert.strictEqual(keys.keys.length, 4)
      assert.strictEqual((yield* asServer(Users.list())).items.length, 1)
    }).pipe(Effect.provide(emulated({ ...strict, revision: "2025-08" }))))
})
