import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator } from "../../../../layers/emulator/index.ts"
import { ownerTeamId } from "../../../../layers/emulator/seed/Seed.ts"
import { type Exchange, exchangesOf, type Past, replay, seed } from "./recordings.ts"

const bob = "3addf94d-22ff-4c6d-b431-6e4e8fed5495"
const gardeners = "5a61a9cb-47e5-4daf-9661-dc940e055bd7"
const reporters = "19819402-734a-4391-b2c2-d282a8c01cb2"

const keys = {
  client: { "x-stack-publishable-client-key": "{{publishable_client_key:acme}}" },
  server: { "x-stack-secret-server-key": "{{secret_server_key:acme}}" },
  admin: { "x-stack-super-secret-admin-key": "{{super_secret_admin_key:acme}}" }
}

/** A step that the recordings left out. What it answers stands for `body`. */
const before = (
  level: keyof typeof keys,
  route: `${string} /${string}`,
  { as, body = null, json }: { readonly as?: string; readonly json?: object; readonly body?: unknown } = {}
): Exchange => {
  const [method, path] = route.split(" ") as [string, string]
  return {
    name: "before",
    request: {
      method,
      path: `/api/v1${path}`,
      headers: {
        ...keys[level],
        "x-stack-access-type": level,
        "x-stack-project-id": "ef5e4477-3397-4556-b6d7-a61a3be93aeb",
        ...(as === undefined ? {} : { "x-stack-access-token": `{{access_token:${as}}}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" })
      },
      ...(json === undefined ? {} : { body: json })
    },
    response: { status: 200, headers: {}, body }
  }
}

const people = ["ann#5", "bob#4", "una"].map((as) => before("client", "GET /users/me", { as }))

const teamOfAnn = (id: string) =>
  before("client", "POST /teams", { as: "ann#5", json: { display_name: "Gardeners United" }, body: { id } })

const joins = (teamId: string, userId: string) =>
  before("server", `POST /team-memberships/${teamId}/${userId}`, { json: {} })

const loses = (teamId: string, userId: string, permissionId: string) =>
  before("server", `DELETE /team-permissions/${teamId}/${userId}/${permissionId}`)

const defined = (scope: "team" | "project", id: string, ...contained: ReadonlyArray<string>) =>
  before("admin", `POST /${scope}-permission-definitions`, { json: { id, contained_permission_ids: contained } })

interface Area {
  /** What happened before. */
  readonly past: ReadonlyArray<Exchange>
  /** What happened in between, by the name of the exchange it followed. */
  readonly between?: { readonly [name: string]: ReadonlyArray<Exchange> }
  /** What happened elsewhere before an exchange. */
  readonly pasts?: { readonly [name: string]: Past }
}

const areas: { readonly [area: string]: Area } = {
  teams: {
    past: [...people, teamOfAnn("987457b4-0a39-4eeb-b0df-ca804a088756")],
    between: { "client creates": [joins(gardeners, bob)] }
  },
  "team-memberships": { past: [...people, teamOfAnn(gardeners), joins(gardeners, bob)] },
  "team-member-profiles": { past: [...people, teamOfAnn(gardeners), joins(gardeners, bob)] },
  "team-invitations": {
    past: [
      ...people,
      teamOfAnn(gardeners),
      joins(gardeners, bob),
      loses(gardeners, bob, "team_member"),
      before("server", "POST /team-invitations/send-code", {
        json: {
          team_id: gardeners,
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
            "x-stack-project-id": internal.id,
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
      teamOfAnn(reporters),
      joins(reporters, bob),
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

describe("teams and permissions answer as the platform's did", () => {
  for (const [area, { past, between = {}, pasts = {} }] of Object.entries(areas)) {
    const exchanges = exchangesOf(area)

    it.live.skipIf(exchanges.length === 0)(area, () =>
      Effect.gen(function*() {
        const replayed = yield* replay([
          ...past,
          ...exchanges.flatMap((exchange) => [exchange, ...between[exchange.name] ?? []])
        ], pasts)

        const different = replayed.filter(({ difference, name }) => difference !== undefined && name !== "before")
        assert.deepStrictEqual(different, [])
      }).pipe(Effect.provide(Emulator.layer({ ...seed, ownerSeats: 1 }))))
  }
})
