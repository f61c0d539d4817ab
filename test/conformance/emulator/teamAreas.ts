/** Reproduces the state before the recordings about teams and permissions. */
import * as Redacted from "effect/Redacted"
import { ownerTeamId } from "../../../src/emulator/seed/Seed.ts"
import { type Areas, stepsOf } from "./steps.ts"
import type { Ids } from "./world.ts"

export const teamAreas = (ids: Ids): Areas => {
  const before = stepsOf(ids)

  const people = ["ann#5", "bob#4", "una"].map((as) => before("acme", "client", "GET /users/me", { as }))

  const teamOfAnn = (id: string) =>
    before("acme", "client", "POST /teams", { as: "ann#5", json: { display_name: "Gardeners United" }, body: { id } })

  const joins = (teamId: string, userId: string) =>
    before("acme", "server", `POST /team-memberships/${teamId}/${userId}`, { json: {} })

  const loses = (teamId: string, userId: string, permissionId: string) =>
    before("acme", "server", `DELETE /team-permissions/${teamId}/${userId}/${permissionId}`)

  const defined = (scope: "team" | "project", id: string, ...contained: ReadonlyArray<string>) =>
    before("acme", "admin", `POST /${scope}-permission-definitions`, {
      json: { id, contained_permission_ids: contained }
    })

  return {
    teams: {
      past: [...people, teamOfAnn(ids.gardenersUnited)],
      between: { "client creates": [joins(ids.gardeners, ids.bob)] }
    },
    "team-memberships": { past: [...people, teamOfAnn(ids.gardeners), joins(ids.gardeners, ids.bob)] },
    "team-member-profiles": { past: [...people, teamOfAnn(ids.gardeners), joins(ids.gardeners, ids.bob)] },
    "team-invitations": {
      seed: (usual) => ({ ...usual, ownerSeats: 1 }),
      past: [
        ...people,
        teamOfAnn(ids.gardeners),
        joins(ids.gardeners, ids.bob),
        loses(ids.gardeners, ids.bob, "team_member"),
        before("acme", "server", "POST /team-invitations/send-code", {
          json: {
            team_id: ids.gardeners,
            email: "visitor4@example.com",
            callback_url: "https://app.example.com/handler/team-invitation"
          }
        })
      ],
      pasts: {
        "accept an invitation to a full dashboard team": ({ call, emulator: { internal } }) =>
          call(
            "POST",
            "/api/v1/team-invitations/send-code",
            {
              "x-stack-access-type": "server",
              "x-stack-project-id": internal.projectId,
              "x-stack-secret-server-key": Redacted.value(internal.secretServerKey),
              "content-type": "application/json"
            },
            JSON.stringify({
              email: "mallory@example.com",
              team_id: ownerTeamId,
              callback_url: "http://localhost:3000/x"
            })
          )
      }
    },
    "team-permissions": {
      past: [
        ...people,
        teamOfAnn(ids.reporters),
        joins(ids.reporters, ids.bob),
        defined("team", "read_reports"),
        defined("team", "edit_reports", "read_reports", "$update_team"),
        defined("project", "beta_tester")
      ]
    },
    "project-permissions": {
      past: [
        ...people,
        defined("project", "beta_tester"),
        defined("project", "beta_lead", "beta_tester"),
        defined("team", "read_reports")
      ]
    },
    "permission-definitions": { past: [defined("project", "short_lived")] },
    "notification-preferences": { past: people }
  }
}
