/** What the emulator does differently by the revision that it plays. docs/platform.md §19. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt } from "jose"
import { Emulator } from "../../../../layers/emulator/index.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import { emulated, send, signUp } from "../support/support.ts"

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
                "x-stack-project-id": project.id,
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
