import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as permissions from "../../../src/server/permissions.ts"
import * as teams from "../../../src/server/teams.ts"
import { teamId, userId, wireServerTeam, wireServerUser } from "../../support/contract/wireEntities.ts"
import { conversation } from "../../support/platform/conversation.ts"
import { json, knownError } from "../../support/platform/scriptedTransport.ts"

describe("server.permissions", () => {
  it.effect("a back end grants and revokes permissions in the project, or in the given team", () =>
    Effect.gen(function*() {
      const granted = json({ id: "read", user_id: userId, team_id: teamId })
      const here = { userId, permissionId: "read" }
      const flow = Effect.gen(function*() {
        yield* permissions.grant(here)
        yield* permissions.grant({ ...here, teamId })
        yield* permissions.revoke(here)
        yield* permissions.revoke({ ...here, teamId })
      })
      const { requestLines } = yield* conversation("server", flow, granted, granted, json({ success: true }))

      assert.deepStrictEqual(requestLines, [
        `POST /project-permissions/${userId}/read`,
        `POST /team-permissions/${teamId}/${userId}/read`,
        `DELETE /project-permissions/${userId}/read`,
        `DELETE /team-permissions/${teamId}/${userId}/read`
      ])
    }))

  it.effect("a back end can't revoke a permission that was not granted directly", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation(
        "server",
        permissions.revoke({ userId, permissionId: "read", teamId }),
        knownError("TEAM_PERMISSION_NOT_FOUND", 401)
      )

      assert.strictEqual(failure()._tag, "TeamPermissionNotFound")
    }))
})

describe("server.teams.createFor", () => {
  it.effect("server.teams.createFor selects the new team for its creator", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation(
        "server",
        teams.createFor({ userId, displayName: "Tinkers", serverMetadata: { plan: "pro" } }),
        json(wireServerTeam),
        json(wireServerUser)
      )

      assert.deepStrictEqual(requestLines, [
        `POST /teams {"display_name":"Tinkers","server_metadata":{"plan":"pro"},"creator_user_id":"${userId}"}`,
        `PATCH /users/${userId} {"selected_team_id":"${teamId}"}`
      ])
    }))
})
