import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as userApiKeys from "../../../../src/flows/account/userApiKeys.ts"
import * as teamApiKeys from "../../../../src/flows/teams/teamApiKeys.ts"
import * as serverTeams from "../../../../src/server/teams.ts"
import * as serverUsers from "../../../../src/server/users.ts"
import {
  otherId,
  teamId,
  userId,
  wireApiKey,
  wireList,
  wireServerTeam,
  wireServerUser
} from "../../../support/contract/wireEntities.ts"
import { conversation, nothing } from "../../../support/platform/conversation.ts"
import { json, knownError } from "../../../support/platform/scriptedTransport.ts"

const ofUser = { ...wireApiKey, type: "user", user_id: userId }
const ofTeam = { ...wireApiKey, type: "team", team_id: teamId }
const fullKey = "sk_whole"

describe("userApiKeys.create", () => {
  it.effect("creating an API key returns its value once, redacted", () =>
    Effect.gen(function*() {
      const key = { description: "CI", expiresAt: new Date(5) }
      const { requestLines, value } = yield* conversation(
        "client",
        userApiKeys.create(key),
        json({ ...ofUser, value: fullKey })
      )

      assert.strictEqual(Redacted.value(value().value), fullKey)
      assert.notInclude(JSON.stringify(value()) + String(value().value), fullKey)
      assert.deepStrictEqual(requestLines, [
        "POST /user-api-keys {\"user_id\":\"me\",\"description\":\"CI\",\"expires_at_millis\":5}"
      ])
    }))

  it.effect("creating an API key that never expires sends null as its expiry", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation(
        "client",
        userApiKeys.create({ description: "CI", expiresAt: null, isPublic: true }),
        json({ ...ofUser, value: fullKey })
      )

      assert.include(requestLines[0], "\"expires_at_millis\":null,\"is_public\":true")
    }))
})

describe("API keys", () => {
  it.effect("creating an API key for both a user and a team fails before any request, with a specific reason", () =>
    Effect.gen(function*() {
      const both = { description: "CI", expiresAt: null, userId, teamId }
      const one = yield* conversation("client", userApiKeys.create(both), nothing)
      const other = yield* conversation("client", teamApiKeys.create(both), nothing)

      assert.deepStrictEqual(one.failure().reason.issues, [
        { path: "teamId", problem: "Expected no teamId for the key of a user: a key has one owner" }
      ])
      assert.deepStrictEqual(other.failure().reason.issues, [
        { path: "userId", problem: "Expected no userId for the key of a team: a key has one owner" }
      ])
    }))

  for (const when of [new Date(NaN), "tomorrow", 5]) {
    it.effect(`the expiry ${String(when)} of an API key is rejected`, () =>
      Effect.gen(function*() {
        const { failure } = yield* conversation(
          "client",
          userApiKeys.create({ description: "CI", expiresAt: when as Date }),
          nothing
        )

        assert.strictEqual(failure().reason.issues[0].path, "expiresAt")
      }))
  }

  it.effect("revoking an API key sends an update, with the team's id if the key belongs to a team", () =>
    Effect.gen(function*() {
      const mine = yield* conversation("client", userApiKeys.revoke({ id: otherId }), json(ofUser))
      const ours = yield* conversation("client", teamApiKeys.revoke({ id: otherId, teamId }), json(ofTeam))

      assert.deepStrictEqual([...mine.requestLines, ...ours.requestLines], [
        `PATCH /user-api-keys/${otherId} {"revoked":true}`,
        `PATCH /team-api-keys/${otherId}?team_id=${teamId} {"revoked":true}`
      ])
    }))

  it.effect("listed API keys have only their last characters", () =>
    Effect.gen(function*() {
      const { value } = yield* conversation("client", teamApiKeys.list({ teamId }), json(wireList(ofTeam)))

      assert.strictEqual(value()[0]?.value.lastFour, "9f3a")
      assert.isUndefined(value()[0]?.expiresAt)
    }))
})

describe("byApiKey", () => {
  it.effect("byApiKey returns the user or the team of an API key", () =>
    Effect.gen(function*() {
      const given = { apiKey: fullKey }
      const user = yield* conversation("server", serverUsers.byApiKey(given), json(ofUser), json(wireServerUser))
      const team = yield* conversation("server", serverTeams.byApiKey(given), json(ofTeam), json(wireServerTeam))

      assert.strictEqual(Option.getOrThrow(user.value()).id, userId)
      assert.strictEqual(Option.getOrThrow(team.value()).id, teamId)
      assert.deepStrictEqual(user.requestLines, [
        `POST /user-api-keys/check {"api_key":"${fullKey}"}`,
        `GET /users/${userId}`
      ])
    }))

  for (const code of ["API_KEY_NOT_FOUND", "WRONG_API_KEY_TYPE", "API_KEY_REVOKED", "API_KEY_EXPIRED"]) {
    it.effect(`byApiKey returns None after ${code}`, () =>
      Effect.gen(function*() {
        const answer = knownError(code, 401)
        const user = yield* conversation("server", serverUsers.byApiKey({ apiKey: fullKey }), answer)
        const team = yield* conversation("server", serverTeams.byApiKey({ apiKey: fullKey }), answer)

        assert.isTrue(Option.isNone(user.value()))
        assert.isTrue(Option.isNone(team.value()))
      }))
  }

  it.effect("byApiKey returns None if the user was deleted", () =>
    Effect.gen(function*() {
      const { value } = yield* conversation(
        "server",
        serverUsers.byApiKey({ apiKey: fullKey }),
        json(ofUser),
        knownError("USER_NOT_FOUND", 404)
      )

      assert.isTrue(Option.isNone(value()))
    }))

  it.effect("byApiKey fails if the platform is unreachable, instead of rejecting the key", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation(
        "server",
        serverUsers.byApiKey({ apiKey: fullKey }),
        () => json("an unexpected response")({} as never)
      )

      assert.strictEqual(failure()._tag, "CallError")
    }))
})
