import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as memberProfiles from "../../../../src/flows/teams/memberProfiles.ts"
import * as teamInvitations from "../../../../src/flows/teams/teamInvitations.ts"
import * as teams from "../../../../src/flows/teams/teams.ts"
import { code, otherId, teamId, userId, wireList, wireTeam, wireUser } from "../../../support/contract/wireEntities.ts"
import { conversation, nothing } from "../../../support/platform/conversation.ts"
import { json, knownError, plain } from "../../../support/platform/scriptedTransport.ts"

const invitation = { id: otherId, team_id: teamId, recipient_email: "bob@example.com", expires_at_millis: 5 }

describe("teams.create", () => {
  it.effect("teams.create selects the new team with a second call", () =>
    Effect.gen(function*() {
      const { requestLines, value } = yield* conversation(
        "client",
        teams.create({ displayName: "Tinkers" }),
        json(wireTeam),
        json(wireUser)
      )

      assert.strictEqual(value().id, teamId)
      assert.deepStrictEqual(requestLines, [
        "POST /teams {\"display_name\":\"Tinkers\",\"creator_user_id\":\"me\"}",
        `PATCH /users/me {"selected_team_id":"${teamId}"}`
      ])
    }))

  it.effect("teams.create selects nothing if no team was created", () =>
    Effect.gen(function*() {
      const { failure, requestLines } = yield* conversation(
        "client",
        teams.create({ displayName: "Tinkers" }),
        plain(403, "Client team creation is disabled")
      )

      assert.strictEqual(failure().reason._tag, "HttpFailure")
      assert.strictEqual(requestLines.length, 1)
    }))
})

describe("teams", () => {
  for (const [target, choice] of [["another team", teamId], ["none", null]] as const) {
    it.effect(`teams.select selects ${target}`, () =>
      Effect.gen(function*() {
        const { requestLines } = yield* conversation("client", teams.select({ teamId: choice }), json(wireUser))

        assert.deepStrictEqual(requestLines, [`PATCH /users/me ${JSON.stringify({ selected_team_id: choice })}`])
      }))
  }

  it.effect("teams.list lists the user's own teams", () =>
    Effect.gen(function*() {
      const { requestLines, value } = yield* conversation("client", teams.list(), json(wireList(wireTeam)))

      assert.deepStrictEqual(value().map(({ displayName }) => displayName), ["Tinkers"])
      assert.deepStrictEqual(requestLines, ["GET /teams?user_id=me"])
    }))

  it.effect("teams.leave removes the user, and teams.removeMember removes another member by id", () =>
    Effect.gen(function*() {
      const both = Effect.andThen(teams.leave({ teamId }), teams.removeMember({ teamId, userId }))
      const { requestLines } = yield* conversation("client", both, json({ success: true }))

      assert.deepStrictEqual(requestLines, [
        `DELETE /team-memberships/${teamId}/me`,
        `DELETE /team-memberships/${teamId}/${userId}`
      ])
    }))

  for (const invalid of ["", "..", "me", "x".repeat(10_000), "\uD800"]) {
    it.effect(`the team id ${JSON.stringify(invalid).slice(0, 12)} is rejected without a request`, () =>
      Effect.gen(function*() {
        const { failure } = yield* conversation("client", teams.leave({ teamId: invalid }), nothing)

        assert.strictEqual(failure().reason._tag, "InvalidInput")
        assert.strictEqual(failure().reason.issues[0].path, "teamId")
      }))
  }
})

describe("teamInvitations.accept", () => {
  const details = { team_id: teamId, team_display_name: "Tinkers" }

  it.effect("accepting a team invitation returns the joined team", () =>
    Effect.gen(function*() {
      const { requestLines, value } = yield* conversation(
        "client",
        teamInvitations.accept({ code }),
        json(details),
        json({})
      )

      assert.deepStrictEqual(value(), { teamId, teamDisplayName: "Tinkers" })
      assert.deepStrictEqual(requestLines.map((line) => line.split(" ")[1]), [
        "/team-invitations/accept/details",
        "/team-invitations/accept"
      ])
    }))

  it.effect("accepting a team invitation when signed out keeps the code valid", () =>
    Effect.gen(function*() {
      const { failure, requestLines } = yield* conversation(
        "client",
        teamInvitations.accept({ code }),
        knownError("USER_AUTHENTICATION_REQUIRED", 401)
      )

      assert.strictEqual(failure()._tag, "UserAuthenticationRequired")
      assert.notInclude(requestLines.join(), "/team-invitations/accept {")
    }))

  it.effect("a malformed invitation code is rejected without a request, and not printed", () =>
    Effect.gen(function*() {
      const { requestLines, value } = yield* conversation(
        "client",
        Effect.flip(teamInvitations.accept({ code: "too short" })),
        nothing
      )

      assert.strictEqual(value()._tag, "VerificationCodeNotFound")
      assert.notInclude(String(value()), "too short")
      assert.deepStrictEqual(requestLines, [])
    }))
})

describe("teamInvitations", () => {
  it.effect("team invitations are sent with a callback URL, and can be listed and revoked", () =>
    Effect.gen(function*() {
      const flow = Effect.gen(function*() {
        const { id } = yield* teamInvitations.send({
          teamId,
          email: "bob@example.com",
          callbackUrl: "https://a.test/join"
        })
        const [open] = yield* teamInvitations.list({ teamId })
        yield* teamInvitations.revoke({ id, teamId })
        return open
      })
      const { requestLines, value } = yield* conversation(
        "client",
        flow,
        json({ success: true, id: otherId }),
        json(wireList(invitation)),
        json({ success: true })
      )

      assert.strictEqual(value()?.expiresAt.getTime(), 5)
      assert.deepStrictEqual(requestLines, [
        `POST /team-invitations/send-code {"email":"bob@example.com","team_id":"${teamId}","callback_url":"https://a.test/join"}`,
        `GET /team-invitations?team_id=${teamId}`,
        `DELETE /team-invitations/${otherId}?team_id=${teamId}`
      ])
    }))

  it.effect("sending a team invitation requires a callback URL outside of a browser", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation(
        "client",
        teamInvitations.send({ teamId, email: "bob@example.com" }),
        nothing
      )

      assert.strictEqual(failure().reason.issues[0].path, "callbackUrl")
    }))
})

describe("memberProfiles", () => {
  it.effect("memberProfiles.update changes the user's own profile, and memberProfiles.get reads the profile of any member", () =>
    Effect.gen(function*() {
      const profile = json({ team_id: teamId, user_id: userId, display_name: "Captain", profile_image_url: null })
      const flow = Effect.gen(function*() {
        yield* memberProfiles.update({ teamId, displayName: "Captain" })
        yield* memberProfiles.get({ teamId })
        return yield* memberProfiles.get({ teamId, userId })
      })
      const { requestLines, value } = yield* conversation("client", flow, profile)

      assert.strictEqual(value().displayName, "Captain")
      assert.deepStrictEqual(requestLines, [
        `PATCH /team-member-profiles/${teamId}/me {"display_name":"Captain"}`,
        `GET /team-member-profiles/${teamId}/me`,
        `GET /team-member-profiles/${teamId}/${userId}`
      ])
    }))
})
