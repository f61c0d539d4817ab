import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../../layers/emulator/index.ts"
import { silentMailServer } from "../../../support/mailServers.ts"
import { type Exchange, exchangesOf, replay, seed } from "./recordings.ts"

const ids = {
  acme: "ef5e4477-3397-4556-b6d7-a61a3be93aeb",
  mailer: "cc482367-0337-42ef-8ffb-c037c4247efe",
  scratch: "c5351e25-9dbc-4e38-9abd-b9fff27df5fb"
}

const keys = {
  client: (project: string) => ({ "x-stack-publishable-client-key": `{{publishable_client_key:${project}}}` }),
  server: (project: string) => ({ "x-stack-secret-server-key": `{{secret_server_key:${project}}}` }),
  admin: (project: string) => ({ "x-stack-super-secret-admin-key": `{{super_secret_admin_key:${project}}}` })
}

/** A step that the recordings left out. What it answers stands for `body`. */
const before = (
  project: keyof typeof ids | "internal",
  level: keyof typeof keys,
  route: `${string} /${string}`,
  { as, body = null, headers = {}, json }: {
    readonly as?: string
    readonly json?: object
    readonly headers?: { readonly [name: string]: string }
    readonly body?: unknown
  } = {}
): Exchange => {
  const [method, path] = route.split(" ") as [string, string]
  return {
    name: "before",
    request: {
      method,
      path: `/api/v1${path}`,
      headers: {
        ...keys[level](project),
        ...headers,
        "x-stack-access-type": level,
        "x-stack-project-id": project === "internal" ? project : ids[project],
        ...(as === undefined ? {} : { "x-stack-access-token": `{{access_token:${as}}}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" })
      },
      ...(json === undefined ? {} : { body: json })
    },
    response: { status: 200, headers: {}, body }
  }
}

const gardeners = "5a61a9cb-47e5-4daf-9661-dc940e055bd7"

const bob = "3addf94d-22ff-4c6d-b431-6e4e8fed5495"

const people = ["ann#5", "bob#4"].map((as) => before("acme", "client", "GET /users/me", { as }))

const teamOfAnn = [
  before("acme", "client", "POST /teams", {
    as: "ann#5",
    json: { display_name: "Gardeners" },
    body: { id: gardeners }
  }),
  before("acme", "server", `POST /team-memberships/${gardeners}/${bob}`, { json: {} })
]

const keyOf = (as: string, placeholder: string, json: object) =>
  before("acme", "client", "POST /user-api-keys", {
    as,
    json: { user_id: "me", description: "Old", expires_at_millis: null, ...json },
    body: { value: placeholder }
  })

const seaside = "f98ddee6-24b2-4d03-bec2-5c68b8758278"

const digest = "c42c7dda-7353-4cf5-86a3-e42fc6a3a423"

const sourceOf = (area: string): unknown =>
  (exchangesOf(area).find(({ name }) => name === "update")?.request.body as { tsx_source?: string } | undefined)
    ?.tsx_source

const mailer = (level: keyof typeof keys, route: `${string} /${string}`, json: object, body?: object) =>
  before("mailer", level, route, { json, body })

const withTheme = [
  mailer("admin", "POST /internal/email-themes", { display_name: "Seaside" }, { id: seaside }),
  mailer("admin", `PATCH /internal/email-themes/${seaside}`, { tsx_source: sourceOf("email-themes") })
]

const withTemplate = [
  mailer("admin", "POST /internal/email-templates", { display_name: "Weekly digest" }, { id: digest }),
  mailer("admin", `PATCH /internal/email-templates/${digest}`, { tsx_source: sourceOf("email-templates") })
]

const abe = "9b8c1704-ba22-4f0f-b1a4-0119b0658f8e"

const teamKey = "e49f3362-d297-46c2-90c7-1ce2ce4c1899"

const readers = [
  mailer("server", "POST /users", { primary_email: "abe@example.com" }, { id: abe }),
  mailer("server", "POST /users", { display_name: "No" }, { id: "2a1e1308-aa71-4bd3-bc54-36f08ee8c1ec" })
]

/** The owner of the project that the recordings change changes it otherwise. */
const configured = (config: object) =>
  before("scratch", "admin", "PATCH /internal/projects/current", { json: { config } })

interface Area {
  /** What happened before. */
  readonly past?: ReadonlyArray<Exchange>
  /** What happened in between, by the name of the exchange it followed. */
  readonly between?: { readonly [name: string]: ReadonlyArray<Exchange> }
}

const areas: { readonly [area: string]: Area } = {
  projects: {
    past: [
      before("internal", "client", "GET /internal/projects", {
        as: "olivia",
        body: { items: [{ owner_team_id: "935f2c44-a400-4e82-b6a3-157fc12f2dba" }] }
      }),
      before("internal", "server", "POST /teams", {
        json: { display_name: "Others", creator_user_id: "5cb5fca8-4385-491b-a772-9eff3420cf02" },
        body: { id: "c1925d85-5c45-405c-8953-1669bcc6ebb5" }
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
          json: { team_id: gardeners, description: "Shed door", expires_at_millis: 4_000_000_000_000 }
        })
      ],
      "revoke without team in the query": [
        before("acme", "server", `PATCH /team-api-keys/${teamKey}?team_id=${gardeners}`, { json: { revoked: true } })
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
    past: [...readers, mailer("server", "POST /emails/send-email", { user_ids: [abe], html: "<p>Hello</p>" })]
  },
  "ai-chat": { past: withTheme },
  webhooks: {},
  metrics: {
    past: [
      before("acme", "client", "POST /auth/password/sign-in", {
        headers: { "x-forwarded-for": "192.0.2.1", "x-vercel-ip-country": "PT" },
        json: { email: "bob@example.com", password: "Tr0ub4dor-and-3" }
      })
    ]
  }
}

const withPort = <A>(value: A, port: number): A => JSON.parse(JSON.stringify(value).replaceAll(":2500", `:${port}`))

describe("projects, keys and e-mails answer as the platform's did", () => {
  for (const [area, { between = {}, past = [] }] of Object.entries(areas)) {
    const exchanges = exchangesOf(area)

    it.live.skipIf(exchanges.length === 0)(area, () =>
      Effect.gen(function*() {
        const port = yield* silentMailServer("localhost")
        const steps = [...past, ...exchanges.flatMap((exchange) => [exchange, ...between[exchange.name] ?? []])]
        const replayed = yield* replay(withPort(steps, port)).pipe(
          Effect.provide(Emulator.layer(withPort(seed, port)), { local: true })
        )

        const different = replayed.filter(({ difference, name }) => difference !== undefined && name !== "before")
        assert.deepStrictEqual(different, [])
      }), { timeout: 20_000 })
  }
})
