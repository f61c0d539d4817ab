import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { endpoints } from "../../../../schemas/catalogue.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { fieldsOf } from "../../../../src/emulator/state/requests.ts"
import { send } from "../support/support.ts"

const id = "33333333-3333-4333-8333-333333333333"

const signIn = "/api/v1/auth/password/sign-in"

describe("the request pipeline", () => {
  it.effect("the emulator serves /api/v1 and /api/latest in the same way", () =>
    Effect.gen(function*() {
      const first = yield* send("GET", "/api/v1/projects/current", { level: "client" })
      const second = yield* send("GET", "/api/latest/projects/current", { level: "client" })

      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual(first.json, second.json)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator responds to health checks at its root URL", () =>
    Effect.gen(function*() {
      const { headers, json, status } = yield* send("GET", "/health")

      assert.deepStrictEqual([status, headers.get("content-type")], [200, "application/json"])
      assert.deepStrictEqual(json, { status: "ok" })
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator responds with a greeting at the root, with and without project headers", () =>
    Effect.gen(function*() {
      const bare = yield* send("GET", "/api/v1")
      const known = yield* send("GET", "/api/v1", { level: "server" })

      assert.strictEqual(bare.headers.get("content-type"), "text/plain; charset=utf-8")
      assert.include(bare.text, "Authentication: none")
      assert.include(known.text, "Authentication: server")
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("an unknown path gets a 404 in plain text, and a wrong method an empty 405", () =>
    Effect.gen(function*() {
      const path = yield* send("GET", "/api/v1/no-such-route", { level: "client" })
      const method = yield* send("PUT", "/api/v1/users/me", { level: "client" })

      assert.deepStrictEqual([path.status, path.headers.get("x-stack-known-error")], [404, null])
      assert.deepStrictEqual([method.status, method.text], [405, ""])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect.each(["2025-08", "2026-04"] as const)(
    "the emulator of revision %s responds to every endpoint, and never with a 501",
    (revision) =>
      Effect.gen(function*() {
        const known = endpoints.filter(({ spec: { since } }) => since <= revision)

        const statuses = yield* Effect.forEach(
          known,
          ({ spec: { access, method, path } }) =>
            Effect.map(
              send(method, `/api/v1${path.replaceAll(/\{\w+\}/g, id)}`, {
                level: access,
                ...(method !== "GET" && { json: {} })
              }),
              ({ status }) => [`${method} ${path}`, status]
            )
        )

        assert.isAbove(statuses.length, revision === "2025-08" ? 150 : 200)
        assert.deepStrictEqual(statuses.filter(([, status]) => status === 501), [])
      }).pipe(Effect.provide(Emulator.layer({ revision })))
  )

  it.effect("a known error has its code in header and body, and its own status", () =>
    Effect.gen(function*() {
      const json = { email: "nobody@example.com", password: "x" }
      const { headers, json: body, status } = yield* send("POST", signIn, { level: "client", json })

      assert.strictEqual(status, 400)
      assert.strictEqual(headers.get("x-stack-known-error"), "EMAIL_PASSWORD_MISMATCH")
      assert.deepStrictEqual(body, { code: "EMAIL_PASSWORD_MISMATCH", error: "Wrong e-mail or password." })
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("every error has the status 200 if the request has the override header", () =>
    Effect.gen(function*() {
      const headers = { "x-stack-override-error-status": "" }
      const known = yield* send("POST", signIn, { level: "client", json: {}, headers })
      const text = yield* send("GET", "/api/v1/no-such-route", { headers })
      const success = yield* send("GET", "/api/v1/projects/current", { level: "client", headers })

      assert.deepStrictEqual([known.status, known.headers.get("x-stack-actual-status")], [200, "400"])
      assert.deepStrictEqual([text.status, text.headers.get("x-stack-actual-status")], [200, "404"])
      assert.deepStrictEqual([success.status, success.headers.get("x-stack-actual-status")], [200, null])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator accepts the newer header names, and responds with both names", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const { headers, status } = yield* send("GET", "/api/v1/projects/current", {
        headers: {
          "x-hexclave-access-type": "client",
          "x-hexclave-project-id": project.projectId,
          "x-hexclave-publishable-client-key": "pck_wrong",
          "x-hexclave-override-error-status": "true"
        }
      })

      assert.strictEqual(status, 200)
      for (const prefix of ["x-stack", "x-hexclave"]) {
        assert.strictEqual(headers.get(`${prefix}-known-error`), "INVALID_PUBLISHABLE_CLIENT_KEY")
        assert.strictEqual(headers.get(`${prefix}-actual-status`), "401")
      }
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("every response has a unique request id and forbids caching", () =>
    Effect.gen(function*() {
      const one = yield* send("GET", "/api/v1")
      const other = yield* send("GET", "/api/v1")

      assert.strictEqual(one.headers.get("cache-control"), "no-store, max-age=0")
      assert.match(one.headers.get("x-stack-request-id")!, /^\w{45}$/)
      assert.notStrictEqual(one.headers.get("x-stack-request-id"), other.headers.get("x-stack-request-id"))
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator allows requests from any origin, and exposes three response headers", () =>
    Effect.gen(function*() {
      const { headers, status, text } = yield* send("OPTIONS", "/api/v1/users/me", {
        headers: { origin: "https://app.example.com", "access-control-request-method": "PATCH" }
      })

      assert.deepStrictEqual([status, text], [200, ""])
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.include(headers.get("access-control-allow-methods"), "PATCH")
      assert.include(headers.get("access-control-allow-headers"), "x-stack-project-id")
      assert.strictEqual(
        headers.get("access-control-expose-headers"),
        "content-type, x-stack-actual-status, x-stack-known-error"
      )
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("a query", () => {
  it.effect("a list's query parameter on a single item is ignored, but its value is validated", () =>
    Effect.gen(function*() {
      const { json: { id } } = yield* send("POST", "/api/v1/users", { level: "server", json: {} })
      const requested = (query: string) =>
        Effect.map(send("GET", `/api/v1/users/${id}?${query}`, { level: "server" }), ({ status }) => status)

      assert.strictEqual(yield* requested("include_anonymous=true"), 200)
      assert.strictEqual(yield* requested("include_anonymous=perhaps"), 400)
      assert.strictEqual(yield* requested("surprise=yes"), 400)
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("`me` in signed-out requests", () => {
  it.effect("a signed-out request for `me` is rejected before any other error of the route", () =>
    Effect.gen(function*() {
      const nowhere = "c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11"
      const requests = [
        ["GET", `/api/v1/contact-channels/me/${nowhere}`],
        ["PATCH", `/api/v1/emails/notification-preference/me/${nowhere}`, { enabled: true }],
        ["GET", "/api/v1/user-api-keys?user_id=me"],
        ["DELETE", `/api/v1/auth/sessions/${nowhere}?user_id=me`]
      ] as const

      for (const [method, path, json] of requests) {
        const answer = yield* send(method, path, { level: "client", json })
        assert.deepStrictEqual([answer.status, answer.json?.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"], path)
      }
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("a request body", () => {
  const code = (raw: Parameters<typeof send>[2], method = "POST", path = signIn) =>
    Effect.map(send(method, path, { level: "client", ...raw }), ({ json, status }) => [status, json?.code])

  it.effect("a request body that is malformed, empty despite a JSON content type, or of an unknown type is rejected", () =>
    Effect.gen(function*() {
      const json = { "content-type": "application/json" }

      assert.deepStrictEqual(yield* code({ headers: json, body: "{\"email\":" }), [400, "BODY_PARSING_ERROR"])
      assert.deepStrictEqual(yield* code({ headers: json, body: "" }), [400, "BODY_PARSING_ERROR"])
      assert.deepStrictEqual(yield* code({ headers: { "content-type": "application/xml" }, body: "<a/>" }), [
        400,
        "BODY_PARSING_ERROR"
      ])
      assert.deepStrictEqual(yield* code({ headers: json, body: "" }, "DELETE", "/api/v1/users/me"), [
        400,
        "BODY_PARSING_ERROR"
      ])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the fields of a DELETE body are ignored if the body can be parsed", () =>
    Effect.gen(function*() {
      const team = yield* send("POST", "/api/v1/teams", { level: "server", json: { display_name: "Gardeners" } })

      const json = { surprise: "yes", display_name: 7 }
      const { status } = yield* send("DELETE", `/api/v1/teams/${team.json.id}`, { level: "server", json })

      assert.strictEqual(status, 200)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator keeps responding after deeply nested and unusual bodies", () =>
    Effect.gen(function*() {
      const headers = { "content-type": "application/json" }
      const nested = (depth: number) => `{"client_metadata":${"[".repeat(depth)}"]]\\"["${"]".repeat(depth)}}`
      const create = (body: string) =>
        Effect.map(send("POST", "/api/v1/users", { level: "server", headers, body }), ({ json, status }) => [
          status,
          json?.code
        ])

      assert.deepStrictEqual(yield* create(nested(900)), [201, undefined])
      assert.deepStrictEqual(yield* create(nested(10_000)), [400, "BODY_PARSING_ERROR"])
      assert.deepStrictEqual(yield* create("{\"__proto__\":{}}"), [400, "SCHEMA_ERROR"])
      assert.deepStrictEqual(yield* create("{\"display_name\":\"\\u0000\\ud800\"}"), [201, undefined])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the body of a GET request is ignored", () =>
    Effect.gen(function*() {
      const path = "/api/v1/projects/current"

      assert.deepStrictEqual(yield* code({ headers: { "content-type": "application/xml" } }, "GET", path), [
        200,
        undefined
      ])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a request body may be sent as a form", () =>
    Effect.gen(function*() {
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      const body = "email=ann%40example.com&password=whatever"

      assert.deepStrictEqual(yield* code({ headers, body }), [400, "EMAIL_PASSWORD_MISMATCH"])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a request body must be an object with known keys and valid fields", () =>
    Effect.gen(function*() {
      const refused = [400, "SCHEMA_ERROR"]

      assert.deepStrictEqual(yield* code({}), refused)
      assert.deepStrictEqual(yield* code({ json: [] }), refused)
      assert.deepStrictEqual(yield* code({ json: null }), refused)
      assert.deepStrictEqual(yield* code({ json: {} }), refused)
      assert.deepStrictEqual(yield* code({ json: { email: "a@example.com", password: "x", remember: true } }), refused)
      assert.deepStrictEqual(yield* code({ json: { email: "a@example.com", password: null } }), refused)
      assert.deepStrictEqual(yield* code({ json: { email: "a@example.com", password: ["x"] } }), refused)
      assert.deepStrictEqual(yield* code({ json: { email: "a@example.com", password: "x".repeat(71) } }), refused)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a schema error lists all problems of a body with their paths and without values", () =>
    Effect.gen(function*() {
      const json = { email: "not-an-address", password: 7, verification_callback_url: "secret-nowhere", more: 1 }
      const { json: body } = yield* send("POST", "/api/v1/auth/password/sign-up", { level: "client", json })

      const lines: ReadonlyArray<string> = body.details.message.split("\n").slice(1).map((line: string) => line.trim())
      assert.deepStrictEqual(lines.map((line) => line.split(":")[0]), [
        "- body.more",
        "- body.email",
        "- body.verification_callback_url"
      ])
      assert.notInclude(body.error, "secret-nowhere")
    }).pipe(Effect.provide(Emulator.layer())))

  const linesOf = ({ json }: { readonly json?: any }): ReadonlyArray<string> =>
    json.details.message.split("\n").slice(1).map((line: string) => line.replace("  - ", ""))

  it.effect("J2: a schema error lists 20 of 400,000 unknown keys and the number of the remaining keys, and truncates long keys", () =>
    Effect.gen(function*() {
      const headers = { "content-type": "application/json" }
      const keys = Array.from({ length: 400_000 }, (_, at) => `"k${at}":1`).join(",")
      const many = yield* send("POST", "/api/v1/users", { level: "server", headers, body: `{${keys}}` })
      const long = yield* send("POST", "/api/v1/users", { level: "server", json: { ["x".repeat(1_000_000)]: 1 } })

      const lines = linesOf(many)
      assert.deepStrictEqual([lines.length, lines[0], lines[19], lines[20]], [
        21,
        "body.k0: unknown",
        "body.k19: unknown",
        "and 399980 more"
      ])
      assert.isBelow(long.text.length, 1000)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("J2: a schema error reports every wrong value of a short list, but only the first of a million", () =>
    Effect.gen(function*() {
      const post = (length: number) =>
        send("POST", "/api/v1/emails/send-email", {
          level: "server",
          json: { user_ids: Array.from({ length }, () => 1), subject: "", html: "" }
        })

      const short = linesOf(yield* post(20))
      const long = linesOf(yield* post(1_000_000))

      assert.deepStrictEqual([short.length, short[19]], [20, "body.user_ids.19: Expected a UUID"])
      assert.deepStrictEqual(long, [
        "body.user_ids.0: Expected a UUID",
        "the body is large, so there may be more problems"
      ])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("J2: a request body of more than 5,000,000 bytes of any type is rejected with 413, without being read", () =>
    Effect.gen(function*() {
      for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
        const headers = { "content-type": type }
        const { headers: answered, status, text } = yield* send("POST", signIn, {
          level: "client",
          headers,
          body: "a".repeat(5_000_001)
        })

        assert.deepStrictEqual([status, answered.get("access-control-allow-origin")], [413, "*"])
        assert.include(text, "more than 5000000 bytes")
      }
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a picture of the maximum size and a template of a million characters are accepted", () =>
    Effect.gen(function*() {
      const png = Buffer.alloc(749_000)
      png.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01", "latin1")
      const picture = yield* send("POST", "/api/v1/users", {
        level: "server",
        json: { profile_image_url: `data:image/png;base64,${png.toString("base64")}` }
      })
      const template = yield* send("POST", "/api/v1/internal/email-templates", {
        level: "admin",
        json: { display_name: "x".repeat(1_000_000) }
      })

      assert.strictEqual(picture.status, 201)
      assert.strictEqual(template.status, 200)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("J2: at most the first 1,000 fields of a form are read, and longer forms are rejected if all fields are required", () =>
    Effect.gen(function*() {
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      const form = (fields: number) => Array.from({ length: fields }, (_, at) => `k${at}=1`).join("&")

      assert.deepStrictEqual(yield* code({ headers, body: form(1000) }), [400, "SCHEMA_ERROR"])
      assert.deepStrictEqual(yield* code({ headers, body: form(1001) }), [400, "BODY_PARSING_ERROR"])
      assert.deepStrictEqual([...fieldsOf(form(500_000)).keys()].length, 1000)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("text fields of a request body accept numbers, and number and boolean fields accept text", () =>
    Effect.gen(function*() {
      const user = yield* send("POST", "/api/v1/users", { level: "server", json: { display_name: 12 } })
      const session = yield* send("POST", "/api/v1/auth/sessions", {
        level: "server",
        json: { user_id: user.json.id, expires_in_millis: "60000", is_impersonation: "true" }
      })

      assert.deepStrictEqual([user.status, user.json.display_name], [201, "12"])
      assert.strictEqual(session.status, 200)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a request body is ignored on routes that have no body", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* code({ json: { any: "thing" } }, "POST", "/api/v1/auth/anonymous/sign-up"), [
        200,
        undefined
      ])
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("a query", () => {
  it.effect("an unknown query key is rejected on resource routes and ignored on other routes", () =>
    Effect.gen(function*() {
      const resource = yield* send("GET", "/api/v1/projects/current?x=1", { level: "client" })
      const plain = yield* send("POST", `${signIn}?x=1`, {
        level: "client",
        json: { email: "ann@example.com", password: "x" }
      })

      assert.strictEqual(resource.json.code, "SCHEMA_ERROR")
      assert.strictEqual(plain.json.code, "EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("every query field is validated, and the last of repeated keys is used", () =>
    Effect.gen(function*() {
      const code = (query: string) =>
        Effect.map(
          send("GET", `/api/v1/users?${query}`, { level: "server" }),
          ({ json, status }) => json.code ?? status
        )

      assert.strictEqual(yield* code("limit=0"), "SCHEMA_ERROR")
      assert.strictEqual(yield* code("limit=many"), "SCHEMA_ERROR")
      assert.strictEqual(yield* code("order_by=display_name"), "SCHEMA_ERROR")
      assert.strictEqual(yield* code("desc=maybe"), "SCHEMA_ERROR")
      assert.strictEqual(yield* code("limit=0&limit=1"), 200)
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("a path", () => {
  it.effect("a malformed id in a path gets a schema error instead of a 404", () =>
    Effect.gen(function*() {
      const { json } = yield* send("GET", "/api/v1/users/wendy", { level: "server" })

      assert.strictEqual(json.code, "SCHEMA_ERROR")
      assert.include(json.details.message, "params.user_id")
    }).pipe(Effect.provide(Emulator.layer())))
})
