import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator, internalProject } from "../../../../src/emulator/index.ts"
import { send } from "../support/support.ts"

const current = "/api/v1/projects/current"
const unknownId = "c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11"

const outcome = (path: string, headers: { readonly [name: string]: string }) =>
  Effect.map(send("GET", path, { headers }), ({ json, status }) => [status, json?.code])

describe("project authentication", () => {
  it.effect("on 2025-08, a request's level, project, token, key and branch are checked in this order", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const key = Redacted.value(project.publishableClientKey)
      const steps: ReadonlyArray<readonly [{ readonly [name: string]: string }, number, string | undefined]> = [
        [{}, 400, "ACCESS_TYPE_REQUIRED"],
        [{ "x-stack-publishable-client-key": "pck_wrong" }, 400, "PROJECT_KEY_WITHOUT_ACCESS_TYPE"],
        [{ "x-stack-access-type": "superuser" }, 400, "INVALID_ACCESS_TYPE"],
        [{ "x-stack-access-type": "client", "x-stack-access-token": "garbage" }, 400, "ACCESS_TYPE_WITHOUT_PROJECT_ID"],
        [{ "x-stack-project-id": unknownId }, 401, "UNPARSABLE_ACCESS_TOKEN"],
        [{ "x-stack-access-token": "" }, 400, "CURRENT_PROJECT_NOT_FOUND"],
        [
          { "x-stack-project-id": project.projectId, "x-stack-branch-id": "other" },
          401,
          "INVALID_PUBLISHABLE_CLIENT_KEY"
        ],
        [{ "x-stack-publishable-client-key": "" }, 401, "CLIENT_AUTHENTICATION_REQUIRED"],
        [{ "x-stack-publishable-client-key": key }, 500, undefined],
        [{ "x-stack-branch-id": "main" }, 200, undefined]
      ]

      let headers = {}
      for (const [more, status, code] of steps) {
        headers = { ...headers, ...more }
        assert.deepStrictEqual(yield* outcome(current, headers), [status, code])
      }
    }).pipe(Effect.provide(Emulator.layer({ revision: "2025-08" }))))

  it.effect("on 2026-04, requests need no publishable key, and an unknown branch is reported", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const headers = { "x-stack-access-type": "client", "x-stack-project-id": project.projectId }

      assert.deepStrictEqual(yield* outcome(current, headers), [200, undefined])
      assert.deepStrictEqual(yield* outcome(current, { ...headers, "x-stack-branch-id": "other" }), [
        400,
        "BRANCH_DOES_NOT_EXIST"
      ])
      assert.deepStrictEqual(
        yield* outcome(current, { ...headers, "x-stack-publishable-client-key": "__stack_public_client__" }),
        [401, "INVALID_PUBLISHABLE_CLIENT_KEY"]
      )
    }).pipe(Effect.provide(Emulator.layer({ revision: "2026-04" }))))

  it.effect("PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: every call without the key fails if the project requires the key", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const headers = { "x-stack-access-type": "client", "x-stack-project-id": project.projectId }
      const form = { grant_type: "refresh_token", refresh_token: "r", client_id: project.projectId }
      const refresh = (secret: string) =>
        Effect.map(
          send("POST", "/api/v1/auth/oauth/token", {
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ ...form, client_secret: secret }).toString()
          }),
          ({ json }) => json.code
        )

      assert.deepStrictEqual(yield* outcome(current, headers), [401, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"])
      assert.deepStrictEqual(
        yield* Effect.all([
          refresh("__stack_public_client__"),
          refresh("pck_wrong"),
          refresh(Redacted.value(project.publishableClientKey))
        ]),
        [
          "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
          "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
          "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"
        ]
      )
    }).pipe(Effect.provide(Emulator.layer({ revision: "2026-04", config: { requirePublishableClientKey: true } }))))

  it.effect("only the key of the request's level is checked", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const keys = {
        "x-stack-project-id": project.projectId,
        "x-stack-publishable-client-key": Redacted.value(project.publishableClientKey),
        "x-stack-super-secret-admin-key": Redacted.value(project.superSecretAdminKey)
      }

      assert.deepStrictEqual(yield* outcome("/api/v1/users", { ...keys, "x-stack-access-type": "server" }), [
        401,
        "SERVER_AUTHENTICATION_REQUIRED"
      ])
      assert.deepStrictEqual(yield* outcome("/api/v1/users", { ...keys, "x-stack-access-type": "admin" }), [
        200,
        undefined
      ])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the error for an insufficient level lists the allowed levels", () =>
    Effect.gen(function*() {
      const client = yield* send("GET", "/api/v1/users", { level: "client" })
      const server = yield* send("GET", "/api/v1/internal/api-keys", { level: "server" })

      assert.strictEqual(client.status, 401)
      assert.deepStrictEqual(client.json.details, {
        actual_access_type: "client",
        allowed_access_types: ["server", "admin"]
      })
      assert.deepStrictEqual(server.json.details, { actual_access_type: "server", allowed_access_types: ["admin"] })
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a request at several levels is handled at its highest level if the endpoints share a path", () =>
    Effect.gen(function*() {
      const { access_token } = (yield* send("POST", "/api/v1/auth/anonymous/sign-up", { level: "client" })).json
      const headers = { "x-stack-access-token": access_token, "x-stack-allow-anonymous-user": "true" }
      const client = yield* send("GET", "/api/v1/users/me", { level: "client", headers })
      const server = yield* send("GET", "/api/v1/users/me", { level: "server", headers })

      assert.strictEqual(server.json.id, client.json.id)
      assert.notProperty(client.json, "server_metadata")
      assert.property(server.json, "server_metadata")
      assert.deepStrictEqual(server.json.risk_scores, { sign_up: { bot: 0, free_trial_abuse: 0 } })
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("admin access tokens of project owners", () => {
  const owners = [{ email: "olivia@example.com", password: "owner's password" }]

  const internalToken = (email: string) =>
    Effect.map(
      send("POST", "/api/v1/auth/password/sign-in", {
        headers: {
          "x-stack-access-type": "client",
          "x-stack-project-id": "internal",
          "x-stack-publishable-client-key": internalProject.publishableClientKey
        },
        json: { email, password: "owner's password" }
      }),
      ({ json }) => json.access_token as string
    )

  it.effect("a project owner's access token is accepted in place of any key, at every level", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const token = yield* internalToken("olivia@example.com")
      const headers = {
        "x-stack-project-id": project.projectId,
        "x-stack-admin-access-token": token,
        "x-stack-secret-server-key": "",
        "x-stack-super-secret-admin-key": ""
      }

      for (const level of ["client", "server", "admin"]) {
        assert.deepStrictEqual(yield* outcome(current, { ...headers, "x-stack-access-type": level }), [200, undefined])
      }
    }).pipe(Effect.provide(Emulator.layer({ owners }))))

  it.effect("the admin access token of a user who isn't an owner of the project is rejected", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const stranger = yield* send("POST", "/api/v1/auth/password/sign-up", {
        headers: {
          "x-stack-access-type": "client",
          "x-stack-project-id": "internal",
          "x-stack-publishable-client-key": internalProject.publishableClientKey
        },
        json: {
          email: "mallory@example.com",
          password: "owner's password",
          verification_callback_url: "http://localhost/x"
        }
      })
      const customer = yield* send("POST", "/api/v1/auth/anonymous/sign-up", { level: "client" })
      const headers = { "x-stack-project-id": project.projectId, "x-stack-access-type": "admin" }
      const using = (token: string) => outcome(current, { ...headers, "x-stack-admin-access-token": token })

      assert.deepStrictEqual(yield* using("garbage"), [401, "UNPARSABLE_ADMIN_ACCESS_TOKEN"])
      assert.deepStrictEqual(yield* using(stranger.json.access_token), [401, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"])
      assert.deepStrictEqual(yield* using(customer.json.access_token), [401, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"])
    }).pipe(Effect.provide(Emulator.layer({ owners }))))

  it.effect("a project owner's expired access token is rejected", () =>
    Effect.gen(function*() {
      const { clock, project } = yield* Emulator
      const token = yield* internalToken("olivia@example.com")

      clock.advance("10 minutes")

      assert.deepStrictEqual(
        yield* outcome(current, {
          "x-stack-project-id": project.projectId,
          "x-stack-access-type": "admin",
          "x-stack-admin-access-token": token
        }),
        [401, "ADMIN_ACCESS_TOKEN_EXPIRED"]
      )
    }).pipe(Effect.provide(Emulator.layer({ owners }))))
})
