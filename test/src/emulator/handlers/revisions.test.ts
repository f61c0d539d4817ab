/** What the emulator does differently by the revision that it plays. docs/platform.md §19. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt } from "jose"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as Cli from "../../../../schemas/endpoints/cli.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { authorizeUrl } from "../support/browser.ts"
import { ann, emulated, send, signUp } from "../support/support.ts"

describe("access tokens", () => {
  const claims = Effect.map(
    signUp(),
    ({ accessToken }) => Object.keys(decodeJwt(Redacted.value(accessToken))).sort()
  )

  it.effect("have the few claims of 2025-08, where the role tells anonymous users", () =>
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

  it.effect("have the claims of 2026-04 under one spelling", () =>
    Effect.gen(function*() {
      const names = yield* claims

      assert.includeMembers(names, ["branch_id", "refresh_token_id", "project_id", "is_restricted"])
      assert.notInclude(names, "branchId")
      assert.notInclude(names, "refreshTokenId")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  for (const revision of ["2025-08", "2026-04"] as const) {
    it.effect(`of ${revision} are taken back after the emulator was saved and loaded`, () =>
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

  const asked = [
    ["GET", "/emails/delivery-info"],
    ["POST", "/internal/ai-chat/x", thread],
    ["GET", "/users?include_restricted=true"],
    ["POST", "/users", { country_code: "PT" }],
    ["PATCH", "/internal/projects/current", { logo_full_url: null }],
    ["PATCH", "/internal/projects/current", { full_logo_url: null }],
    ["PATCH", "/internal/projects/current", { config: { require_email_verification: true } }]
  ] as const

  it.effect("that came after 2025-08 are not there, or refused as unknown", () =>
    Effect.gen(function*() {
      const refused = "SCHEMA_ERROR"
      assert.deepStrictEqual(yield* answers(asked), [404, 500, refused, refused, refused, 200, refused])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("that 2026-04 gave up are gone, the others are there", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* answers(asked), [200, 405, 200, 201, 200, "SCHEMA_ERROR", 200])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("of both revisions are there where none is named", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* answers(asked), [200, 500, 200, 201, 200, 200, 200])
    }).pipe(Effect.provide(emulated())))
})

describe("a fault, for a request that asks for another status,", () => {
  const statusOf = Effect.map(
    send("POST", "/api/v1/internal/ai-chat/x", {
      level: "admin",
      headers: { "x-stack-override-error-status": "true" },
      json: { context_type: "email-theme", messages: [{ role: "user", content: "x" }] }
    }),
    ({ headers, status }) => [status, headers.get("x-stack-actual-status")]
  )

  it.effect("is hidden on 2025-08", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* statusOf, [200, "500"])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("arrives as it is where no revision is named", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* statusOf, [500, null])
    }).pipe(Effect.provide(emulated())))
})

describe("an access token that expired", () => {
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

  it.effect("is told with its time on 2025-08", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* details, ["expired_at_millis"])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("is told with whose it was on 2026-04", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* details, ["expired_at_millis", "project_id", "refresh_token_id", "user_id"])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("signing in", () => {
  const capitals = Effect.gen(function*() {
    yield* signUp()
    return (yield* Effect.exit(Password.signIn({ ...ann, email: "ANN@Example.com" })))._tag
  })

  it.effect("minds capitals in the address on 2025-08", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* capitals, "Failure")
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("does not mind them on 2026-04", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* capitals, "Success")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("needs no page to verify the address at, on 2026-04, and mails nothing then", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ann)

      assert.lengthOf((yield* Emulator).outbox.list(), 0)
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})

describe("what is answered", () => {
  const fields = (path: string, level: "client" | "admin", pick: (json: any) => object = (json) => json) =>
    Effect.map(send("GET", `/api/v1${path}`, { level }), ({ json }) => Object.keys(pick(json)))

  const told = Effect.all({
    project: fields("/projects/current", "client", ({ config }) => config),
    admin: fields("/internal/projects/current", "admin"),
    theme: fields("/internal/email-themes/1df07ae6-abf3-4a40-83a5-a1a2cbe336ac", "admin")
  })

  it.effect("has no field of 2026-04 on 2025-08", () =>
    Effect.gen(function*() {
      const { admin, project, theme } = yield* told

      assert.notInclude(project, "domains")
      assert.include(admin, "full_logo_url")
      for (const later of ["logo_full_url", "logo_dark_mode_url", "onboarding_status"]) assert.notInclude(admin, later)
      assert.deepStrictEqual(theme, ["display_name", "tsx_source"])
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("has the fields of 2026-04 on 2026-04, and none that it gave up", () =>
    Effect.gen(function*() {
      const { admin, project, theme } = yield* told

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

  it.effect("refuses in plain text an invitation's request for no team and no user, or for both", () =>
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

  it.effect("looks at the refresh token that a command line login is confirmed with", () =>
    Effect.gen(function*() {
      const { refreshToken } = yield* signUp()
      const { loginCode } = yield* Cli.create()
      const complete = (refresh_token?: string) =>
        plain("POST", "/auth/cli/complete", { login_code: Redacted.value(loginCode), refresh_token })

      assert.deepStrictEqual(yield* Effect.all([complete(), complete("nobody's")]), [[400, null], [400, null]])
      assert.deepStrictEqual(yield* complete(Redacted.value(refreshToken)), [200, null])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("lets public keys be kept for an hour", () =>
    Effect.gen(function*() {
      const { project: { projectId: id } } = yield* Emulator

      const { headers } = yield* send("GET", `/api/v1/projects/${id}/.well-known/jwks.json`)
      assert.strictEqual(headers.get("cache-control"), "public, max-age=3600")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("says with a fault that a session was signed out of before, or is over before it began", () =>
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

  it.live("sends what went wrong at the provider to the page of the app that asked", () =>
    Effect.gen(function*() {
      const { oauth } = yield* Emulator
      const url = yield* authorizeUrl({ error_redirect_url: "http://localhost:3000/handler/error" })

      const back = new URL(yield* Effect.promise(() => oauth.refuse({ authorizeUrl: url })))
      assert.strictEqual(back.pathname, new URL(new URL(url).searchParams.get("redirect_uri")!).pathname)
      assert.strictEqual(back.searchParams.get("error"), "server_error")
      assert.strictEqual(back.searchParams.get("errorCode"), "OAUTH_PROVIDER_ACCESS_DENIED")
    }).pipe(
      Effect.provide(emulated({ revision: "2026-04", config: { oauthProviders: [{ id: "github", type: "shared" }] } }))
    ))
})

describe("project internal", () => {
  it.effect("is configured by the seed, as any project", () =>
    Effect.gen(function*() {
      const { internal, store } = yield* Emulator

      assert.deepInclude(store.projects.get(internal.projectId)!.config, { signUpEnabled: false, passkeyEnabled: true })
    }).pipe(Effect.provide(emulated({ internal: { config: { signUpEnabled: false } } }))))
})

describe("a project's numbers", () => {
  const total = (query: string) =>
    Effect.map(send("GET", `/api/v1/internal/metrics${query}`, { level: "admin" }), ({ json }) => json.total_users)

  it.effect("count anonymous users on 2026-04 only when asked", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Anonymous.signUp()

      assert.deepStrictEqual(yield* Effect.all([total(""), total("?include_anonymous=true")]), [1, 2])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})
