/** Differences between the revisions that the emulator supports. docs/platform.md §19. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt } from "jose"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as Cli from "../../../../schemas/endpoints/cli.ts"
import * as ContactChannels from "../../../../schemas/endpoints/contactChannels.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import { builtInEmailTemplates } from "../../../../schemas/entities/emailIds.ts"
import * as emailTemplates from "../../../../src/admin/emailTemplates.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { authorizeUrl } from "../support/browser.ts"
import { ann, asAdmin, asServer, callbackUrl, emulated, send, signUp } from "../support/support.ts"

describe("access tokens", () => {
  const claims = Effect.map(
    signUp(),
    ({ accessToken }) => Object.keys(decodeJwt(Redacted.value(accessToken))).sort()
  )

  it.effect("on 2025-08, access tokens have few claims, and the role identifies anonymous users", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* Anonymous.signUp()

      assert.deepStrictEqual(yield* claims, [
        "aud",
        "branchId",
        "exp",
        "iat",
        "iss",
        "refreshTokenId",
        "role",
        "sub"
      ])
      assert.strictEqual(decodeJwt(Redacted.value(accessToken))["role"], "anon")
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("on 2026-04, access tokens have snake-case claims only", () =>
    Effect.gen(function*() {
      const names = yield* claims

      assert.includeMembers(names, ["branch_id", "refresh_token_id", "project_id", "is_restricted"])
      assert.notInclude(names, "branchId")
      assert.notInclude(names, "refreshTokenId")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  for (const revision of ["2025-08", "2026-04"] as const) {
    it.effect(`access tokens of ${revision} stay valid after the emulator is saved and loaded`, () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const { fetch, baseUrl, project, state } = yield* Emulator
        yield* Effect.promise(async () => state.load(await state.save()))

        const response = yield* Effect.promise(() =>
          fetch(
            new Request(`${baseUrl}/api/v1/auth/sessions?user_id=me`, {
              headers: {
                "x-stack-access-type": "client",
                "x-stack-project-id": project.projectId,
                "x-stack-publishable-client-key": Redacted.value(project.publishableClientKey),
                "x-stack-access-token": Redacted.value(accessToken)
              }
            })
          )
        )

        const { items } = yield* Effect.promise(() => response.json())
        assert.isTrue(items[0].is_current_session)
      }).pipe(Effect.provide(emulated({ revision }))))
  }
})

describe("endpoints and fields", () => {
  const answers = (requests: ReadonlyArray<readonly [method: string, path: string, json?: object]>) =>
    Effect.forEach(requests, ([method, path, json]) =>
      Effect.map(
        send(method, `/api/v1${path}`, { level: "admin", ...(json === undefined ? {} : { json }) }),
        ({ json, status }) => json?.code ?? status
      ))

  const thread = { context_type: "email-theme", messages: [{ role: "user", content: "x" }] }

  const requested = [
    ["GET", "/emails/delivery-info"],
    ["POST", "/internal/ai-chat/x", thread],
    ["GET", "/users?include_restricted=true"],
    ["POST", "/users", { country_code: "PT" }],
    ["PATCH", "/internal/projects/current", { logo_full_url: null }],
    ["PATCH", "/internal/projects/current", { full_logo_url: null }],
    ["PATCH", "/internal/projects/current", { config: { require_email_verification: true } }]
  ] as const

  it.effect("on 2025-08, the emulator rejects endpoints and fields added later", () =>
    Effect.gen(function*() {
      const refused = "SCHEMA_ERROR"
      assert.deepStrictEqual(yield* answers(requested), [404, 500, refused, refused, refused, 200, refused])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("on 2026-04, the emulator rejects endpoints and fields that 2026-04 removed, and supports all other endpoints and fields", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* answers(requested), [200, 405, 200, 201, 200, "SCHEMA_ERROR", 200])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, the emulator lacks the endpoints of later revisions", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* answers([["GET", "/internal/metrics/user-counts"]]), [404])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("without a configured revision, the emulator supports endpoints and fields of both revisions", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* answers(requested), [200, 500, 200, 201, 200, 200, 200])
    }).pipe(Effect.provide(emulated())))
})

describe("internal errors with an overridden error status", () => {
  const statusOf = Effect.map(
    send("POST", "/api/v1/internal/ai-chat/x", {
      level: "admin",
      headers: { "x-stack-override-error-status": "true" },
      json: { context_type: "email-theme", messages: [{ role: "user", content: "x" }] }
    }),
    ({ headers, status }) => [status, headers.get("x-stack-actual-status")]
  )

  it.effect("on 2025-08, the emulator hides the message of an internal error", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* statusOf, [200, "500"])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("without a configured revision, the emulator responds to an internal error with its own status, even if the request has the override header", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* statusOf, [500, null])
    }).pipe(Effect.provide(emulated())))
})

describe("expired access tokens", () => {
  const details = Effect.gen(function*() {
    const { accessToken } = yield* signUp()
    const { clock } = yield* Emulator
    clock.advance("11 minutes")
    const { json } = yield* send("GET", "/api/v1/users/me", {
      level: "client",
      headers: { "x-stack-access-token": Redacted.value(accessToken) }
    })
    return Object.keys(json.details).sort()
  })

  it.effect("on 2025-08, the error for an expired access token reports the time of expiry", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* details, ["expired_at_millis"])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("on 2026-04, the error for an expired access token reports the token's user", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* details, ["expired_at_millis", "project_id", "refresh_token_id", "user_id"])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("sign-in", () => {
  const capitals = Effect.gen(function*() {
    yield* signUp()
    return (yield* Effect.exit(Password.signIn({ ...ann, email: "ANN@Example.com" })))._tag
  })

  it.effect("on 2025-08, sign-in distinguishes upper and lower case in the address", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* capitals, "Failure")
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("on 2026-04, sign-in ignores upper and lower case in the address", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* capitals, "Success")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, a sign-up without a verification page succeeds and sends no email", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ann)

      assert.lengthOf((yield* Emulator).outbox.list(), 0)
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("responses", () => {
  const fields = (path: string, level: "client" | "admin", pick: (json: any) => object = (json) => json) =>
    Effect.map(send("GET", `/api/v1${path}`, { level }), ({ json }) => Object.keys(pick(json)))

  const responses = Effect.all({
    project: fields("/projects/current", "client", ({ config }) => config),
    admin: fields("/internal/projects/current", "admin"),
    theme: fields("/internal/email-themes/1df07ae6-abf3-4a40-83a5-a1a2cbe336ac", "admin")
  })

  it.effect("on 2025-08, responses omit fields that 2026-04 added", () =>
    Effect.gen(function*() {
      const { admin, project, theme } = yield* responses

      assert.notInclude(project, "domains")
      assert.include(admin, "full_logo_url")
      for (const later of ["logo_full_url", "logo_dark_mode_url", "onboarding_status"]) assert.notInclude(admin, later)
      assert.deepStrictEqual(theme, ["display_name", "tsx_source"])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("on 2026-04, responses include the fields that 2026-04 added, and omit the fields that 2026-04 removed", () =>
    Effect.gen(function*() {
      const { admin, project, theme } = yield* responses

      assert.include(project, "domains")
      assert.includeMembers(admin, ["logo_full_url", "logo_dark_mode_url", "onboarding_status"])
      assert.notInclude(admin, "full_logo_url")
      assert.include(theme, "id")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("2026-04", () => {
  const plain = (method: string, path: string, json?: object) =>
    Effect.map(
      send(method, `/api/v1${path}`, { level: "server", ...(json === undefined ? {} : { json }) }),
      ({ headers, status }) => [status, headers.get("x-stack-known-error")]
    )

  it.effect("on 2026-04, an invitation request with neither a team nor a user, or with both, fails with a plain-text error", () =>
    Effect.gen(function*() {
      const id = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

      assert.deepStrictEqual(
        yield* Effect.all([
          plain("GET", "/team-invitations"),
          plain("GET", `/team-invitations?team_id=${id}&user_id=${id}`),
          plain("DELETE", `/team-invitations/${id}`)
        ]),
        [[400, null], [400, null], [400, null]]
      )
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, the refresh token that confirms a CLI login is validated", () =>
    Effect.gen(function*() {
      const { refreshToken } = yield* signUp()
      const { loginCode } = yield* Cli.create()
      const complete = (refresh_token?: string) =>
        plain("POST", "/auth/cli/complete", { login_code: Redacted.value(loginCode), refresh_token })

      assert.deepStrictEqual(yield* Effect.all([complete(), complete("nobody's")]), [[400, null], [400, null]])
      assert.deepStrictEqual(yield* complete(Redacted.value(refreshToken)), [200, null])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, clients may cache public keys for an hour", () =>
    Effect.gen(function*() {
      const { project: { projectId: id } } = yield* Emulator

      const { headers } = yield* send("GET", `/api/v1/projects/${id}/.well-known/jwks.json`)
      assert.strictEqual(headers.get("cache-control"), "public, max-age=3600")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, signing out twice and creating a session that expires at once fail with an internal error", () =>
    Effect.gen(function*() {
      const { accessToken, userId } = yield* signUp()
      const signOut = Effect.map(
        send("DELETE", "/api/v1/auth/sessions/current", {
          level: "client",
          headers: { "x-stack-access-token": Redacted.value(accessToken) }
        }),
        ({ status }) => status
      )

      assert.deepStrictEqual(yield* Effect.all([signOut, signOut]), [200, 500])
      assert.deepStrictEqual(yield* plain("POST", "/auth/sessions", { user_id: userId, expires_in_millis: 1 }), [
        500,
        null
      ])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.live("on 2026-04, errors of a provider redirect to the app page that started the sign-in", () =>
    Effect.gen(function*() {
      const { oauth } = yield* Emulator
      const url = yield* authorizeUrl({ error_redirect_url: "http://localhost:3000/handler/error" })

      const back = new URL(yield* Effect.promise(() => oauth.deny({ authorizeUrl: url })))
      assert.strictEqual(back.pathname, new URL(new URL(url).searchParams.get("redirect_uri")!).pathname)
      assert.strictEqual(back.searchParams.get("error"), "server_error")
      assert.strictEqual(back.searchParams.get("errorCode"), "OAUTH_PROVIDER_ACCESS_DENIED")
    }).pipe(
      Effect.provide(emulated({ revision: "2026-04", config: { oauthProviders: [{ id: "github", type: "shared" }] } }))
    ))
})

describe("project internal", () => {
  it.effect("the seed configures the project named internal like any other project", () =>
    Effect.gen(function*() {
      const { internal, store } = yield* Emulator

      assert.deepInclude(store.projects.get(internal.projectId)!.config, { signUpEnabled: false, passkeyEnabled: true })
    }).pipe(Effect.provide(emulated({ internal: { config: { signUpEnabled: false } } }))))
})

describe("metrics of a project", () => {
  const total = (query: string) =>
    Effect.map(send("GET", `/api/v1/internal/metrics${query}`, { level: "admin" }), ({ json }) => json.total_users)

  it.effect("on 2026-04, project metrics count anonymous users only if requested", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Anonymous.signUp()

      assert.deepStrictEqual(yield* Effect.all([total(""), total("?include_anonymous=true")]), [1, 2])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("previews of emails", () => {
  const templateId = builtInEmailTemplates.emailVerification

  for (const seed of [{ revision: "2025-08" }, { revision: "2026-04" }, {}] as const) {
    it.effect(`an email preview uses the project's theme, with the seed ${JSON.stringify(seed)}`, () =>
      Effect.gen(function*() {
        const { subject } = yield* asAdmin(emailTemplates.preview({ templateId }))

        assert.isString(subject)
      }).pipe(Effect.provide(emulated(seed))))
  }

  it.effect("an email preview rejects null as a theme on 2026-04, and a missing theme on 2025-08", () =>
    Effect.gen(function*() {
      const status = (theme: object, revision: "2025-08" | "2026-04") =>
        send("POST", "/api/v1/emails/render-email", { level: "admin", json: { template_id: templateId, ...theme } })
          .pipe(Effect.map(({ status }) => status), Effect.provide(emulated({ revision })))

      assert.strictEqual(yield* status({ theme_id: null }, "2026-04"), 400)
      assert.strictEqual(yield* status({}, "2025-08"), 400)
    }))
})

describe("individual endpoints", () => {
  for (
    const [revision, details] of [
      ["2025-08", { expired_at_millis: 60_000 }],
      ["2026-04", { expired_at_millis: 60_000, project_id: null, user_id: null, refresh_token_id: null }]
    ] as const
  ) {
    it.effect(`on ${revision}, signing out without a session fails as if the access token had just expired`, () =>
      Effect.gen(function*() {
        const { clock } = yield* Emulator
        clock.advance("1 minute")
        const { json } = yield* send("DELETE", "/api/v1/auth/sessions/current", { level: "client" })

        assert.deepStrictEqual([json.code, json.details], ["ACCESS_TOKEN_EXPIRED", details])
      }).pipe(Effect.provide(emulated({ revision }))))

    it.effect(`on ${revision}, a signed-out client can't request a verification code for another user's address`, () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { items: [channel] } = yield* asServer(ContactChannels.list({ userId }))
        const { json, status } = yield* send(
          "POST",
          `/api/v1/contact-channels/${userId}/${channel!.id}/send-verification-code`,
          { level: "client", json: { callback_url: callbackUrl } }
        )

        assert.deepStrictEqual([status, json?.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      }).pipe(Effect.provide(emulated({ revision }))))
  }

  it.effect("on 2026-04, users can't list the invitations of other users", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { accessToken } = yield* signUp({ email: "bob@example.com", password: Redacted.make("correct horse") })
      const { json, status } = yield* send("GET", `/api/v1/team-invitations?user_id=${userId}`, {
        level: "client",
        headers: { "x-stack-access-token": Redacted.value(accessToken) }
      })

      assert.deepStrictEqual([status, json?.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, an email preview with two themes is rejected with a schema error", () =>
    Effect.gen(function*() {
      const { json } = yield* send("POST", "/api/v1/emails/render-email", {
        level: "admin",
        json: { template_tsx_source: "any", theme_id: false, theme_tsx_source: "any" }
      })
      assert.strictEqual(json?.code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2025-08, project metrics ignore query parameters", () =>
    Effect.gen(function*() {
      const { status } = yield* send("GET", "/api/v1/internal/metrics?include_anonymous=true&surprise=1", {
        level: "admin"
      })
      assert.strictEqual(status, 200)
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("on 2026-04, project metrics count the countries of anonymous users only if requested", () =>
    Effect.gen(function*() {
      const headers = { "x-vercel-ip-country": "US", "x-forwarded-for": "192.0.2.1" }
      yield* send("POST", "/api/v1/auth/anonymous/sign-up", { level: "client", headers })

      const [without, included] = yield* Effect.forEach(
        ["", "?include_anonymous=true"],
        (query) => send("GET", `/api/v1/internal/metrics${query}`, { level: "admin" })
      )
      assert.deepStrictEqual([without!.json.users_by_country, included!.json.users_by_country], [{}, { US: 1 }])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, creating a session that expires at once fails, but still creates the session", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const created = yield* send("POST", "/api/v1/auth/sessions", {
        level: "server",
        json: { user_id: userId, expires_in_millis: 1 }
      })
      const listed = yield* send("GET", `/api/v1/auth/sessions?user_id=${userId}`, { level: "server" })

      assert.deepStrictEqual([created.status, listed.json.items.length], [500, 2])
      const unused = listed.json.items.filter((session: object) => !Object.hasOwn(session, "last_used_at"))
      assert.lengthOf(unused, 0)
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("on 2026-04, the callback of an unknown OAuth flow sets no cookie", () =>
    Effect.gen(function*() {
      const { headers, status } = yield* send("GET", "/api/v1/auth/oauth/callback/github?state=unknown&code=any")
      assert.deepStrictEqual([status, headers.get("set-cookie")], [400, null])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  for (const [revision, names] of [["2025-08", ["user_email", "user_id"]], ["2026-04", ["user_id"]]] as const) {
    it.effect(`on ${revision}, the results of sent emails consist of ${names.join(" and ")}`, () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { json } = yield* send("POST", "/api/v1/emails/send-email", {
          level: "server",
          json: { user_ids: [userId], html: "<p>Hello</p>", subject: "Hello" }
        })
        assert.deepStrictEqual(Object.keys(json.results[0]).sort(), [...names])
      }).pipe(Effect.provide(emulated({
        revision,
        config: {
          emailConfig: {
            type: "standard",
            host: "mail.example.com",
            port: 587,
            username: "mail",
            password: "secret",
            senderName: "App",
            senderEmail: "app@example.com"
          }
        }
      }))))
  }
})
