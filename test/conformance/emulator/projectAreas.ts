/** Reproduces the state before the recordings about projects, keys and emails. */
import type { Exchange } from "../exchange.ts"
import { type Areas, stepsOf } from "./steps.ts"
import { type Ids, password } from "./world.ts"

/** Returns the areas. `recording`: all recorded areas, because some areas depend on changes in others. */
export const projectAreas = (
  ids: Ids,
  recording: { readonly [area: string]: ReadonlyArray<Exchange> }
): Areas => {
  const before = stepsOf(ids)

  const people = ["ann#5", "bob#4"].map((as) => before("acme", "client", "GET /users/me", { as }))

  const teamOfAnn = [
    before("acme", "client", "POST /teams", {
      as: "ann#5",
      json: { display_name: "Gardeners" },
      body: { id: ids.gardeners }
    }),
    before("acme", "server", `POST /team-memberships/${ids.gardeners}/${ids.bob}`, { json: {} })
  ]

  const keyOf = (as: string, placeholder: string, json: object) =>
    before("acme", "client", "POST /user-api-keys", {
      as,
      json: { user_id: "me", description: "Old", expires_at_millis: null, ...json },
      body: { value: placeholder }
    })

  const sourceOf = (area: string): unknown =>
    ((recording[area] ?? []).find(({ name }) => name === "update")?.request.body as { tsx_source?: string } | undefined)
      ?.tsx_source

  const mailer = (level: "client" | "server" | "admin", route: `${string} /${string}`, json: object, body?: object) =>
    before("mailer", level, route, { json, body })

  const withTheme = [
    mailer("admin", "POST /internal/email-themes", { display_name: "Seaside" }, { id: ids.seaside }),
    mailer("admin", `PATCH /internal/email-themes/${ids.seaside}`, { tsx_source: sourceOf("email-themes") })
  ]

  const withTemplate = [
    mailer("admin", "POST /internal/email-templates", { display_name: "Weekly digest" }, { id: ids.digest }),
    mailer("admin", `PATCH /internal/email-templates/${ids.digest}`, { tsx_source: sourceOf("email-templates") })
  ]

  const readers = [
    mailer("server", "POST /users", { primary_email: "abe@example.com" }, { id: ids.abe }),
    mailer("server", "POST /users", { display_name: "No" }, { id: ids.withoutAddress })
  ]

  /** Changes the configuration of the recorded project as its owner. */
  const configured = (config: object) =>
    before("scratch", "admin", "PATCH /internal/projects/current", { json: { config } })

  return {
    projects: {
      // in the recordings, the owner doesn't own the project with a mail server
      seed: (usual) => {
        const [first, ...others] = usual.projects!
        return { ...usual, projects: [first, ...others.filter(({ id }) => id !== ids.mailer)] }
      },
      past: [
        before("internal", "client", "GET /internal/projects", {
          as: "olivia",
          body: { items: [{ owner_team_id: ids.ownerTeam }] }
        }),
        before("internal", "server", "POST /teams", {
          json: { display_name: "Others", creator_user_id: ids.olivia },
          body: { id: ids.otherOwnerTeam }
        }),
        configured({ magic_link_enabled: false, passkey_enabled: false })
      ],
      between: {
        "update sign-in toggles": [
          configured({
            client_team_creation_enabled: true,
            client_user_deletion_enabled: true,
            allow_user_api_keys: true,
            allow_team_api_keys: true
          })
        ],
        "update email server to standard": [configured({ email_config: { type: "shared" } })],
        "update merge strategy": [configured({ create_team_on_sign_up: true })]
      }
    },
    "internal-api-keys": {},
    "user-api-keys": {
      past: [...people, keyOf("ann#5", "{{sk_api_key:ann#2}}", { expires_at_millis: 0 })]
    },
    "team-api-keys": {
      past: [...people, ...teamOfAnn, keyOf("ann#5", "{{sk_api_key:ann#3}}", {})],
      between: {
        "create without team": [
          before("acme", "server", "POST /team-api-keys", {
            json: { team_id: ids.gardeners, description: "Shed door", expires_at_millis: 4_000_000_000_000 }
          })
        ],
        "revoke without team in the query": [
          before("acme", "server", `PATCH /team-api-keys/${ids.teamKey}?team_id=${ids.gardeners}`, {
            json: { revoked: true }
          })
        ]
      }
    },
    "auth-cli": {},
    "auth-passkey": {},
    "email-themes": {
      past: [mailer("admin", "PATCH /internal/projects/current", { config: { passkey_enabled: false } })]
    },
    "email-templates": {},
    "render-email": { past: [...withTheme, ...withTemplate] },
    "send-email": { past: [...withTemplate, ...readers] },
    "sent-emails": {
      past: [...readers, mailer("server", "POST /emails/send-email", { user_ids: [ids.abe], html: "<p>Hello</p>" })]
    },
    "ai-chat": { past: withTheme },
    webhooks: {},
    metrics: {
      past: [
        before("acme", "client", "POST /auth/password/sign-in", {
          headers: { "x-forwarded-for": "192.0.2.1", "x-vercel-ip-country": "PT" },
          json: { email: "bob@example.com", password }
        })
      ]
    }
  }
}
