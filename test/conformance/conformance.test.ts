import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { Exchange } from "./exchange.ts"
import { load } from "./recordings.ts"
import { replay, type Verdict } from "./replay.ts"
import { report } from "./report.ts"
import { run } from "./run.ts"

const recordings = fileURLToPath(new URL("../../../shared/recordings", import.meta.url))

describe.runIf(existsSync(recordings))("recordings of the platform", () => {
  it.effect("O2: every recorded exchange that has an endpoint conforms to the contract", () =>
    Effect.gen(function*() {
      const { failed, lines, outside, passed } = report(yield* load(recordings))

      assert.strictEqual(failed, 0, lines.join("\n"))
      assert.isAbove(passed, 700)
      assert.isBelow(outside, 5)
    }))
})

const client = { "x-stack-access-type": "client", "content-type": "application/json" }
const json = { "content-type": "application/json; charset=utf-8" }
const text = { "content-type": "text/plain; charset=utf-8" }

type Request = Partial<Exchange["request"]>
type Response = Partial<Exchange["response"]>

const exchange = (request: Request, response: Response, name = "an exchange"): Exchange => ({
  name,
  request: { method: "POST", path: "/api/v1/auth/password/sign-in", headers: client, ...request },
  response: { status: 200, headers: json, ...response }
})

const verdict = (exchange: Exchange, ...others: ReadonlyArray<Exchange>): Verdict =>
  replay(exchange, [exchange, ...others], {})

const reasons = (exchange: Exchange, ...others: ReadonlyArray<Exchange>): string => {
  const found = verdict(exchange, ...others)
  return found._tag === "Failed" ? found.reasons.join("\n") : found._tag
}

const credentials = { email: "ann@example.com", password: "a long password" }
const tokens = { access_token: "a.b.c", refresh_token: "r", user_id: "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d" }
const mismatch = { code: "EMAIL_PASSWORD_MISMATCH", error: "No." }

const signIn = (response: Response, request: Request = { body: credentials }) => exchange(request, response)
const refused = (status: number, body: unknown, headers: Response["headers"] = {}) =>
  signIn({ status, body, headers: { ...json, ...headers } })

describe("replaying an exchange", () => {
  it("the replay passes for an exchange that matches the contract", () => {
    assert.strictEqual(reasons(signIn({ body: tokens })), "Passed")
    assert.strictEqual(reasons(refused(400, mismatch, { "x-stack-known-error": mismatch.code })), "Passed")
    assert.strictEqual(reasons(refused(400, mismatch, { "X-Hexclave-Known-Error": mismatch.code })), "Passed")
  })

  it("the replay reports an undeclared field of a response", () => {
    assert.include(
      reasons(signIn({ body: { ...tokens, colour: "red" } })),
      "colour: not in the contract"
    )
  })

  it("the replay reports an undeclared field of a list item", () => {
    const key = { id: "k", description: "", created_at_millis: 1, is_public: false, type: "user", user_id: "u" }
    const list = exchange(
      { method: "GET", path: "/api/v1/user-api-keys?user_id=me" },
      { body: { items: [{ ...key, value: { last_four: "abcd", first: "x" } }], is_paginated: false } }
    )

    assert.include(reasons(list), "items[0].value.first: not in the contract")
  })

  it("the replay reports a field in a response that should be empty", () => {
    const accepted = exchange(
      { path: "/api/v1/team-invitations/accept", body: { code: "a".repeat(45) } },
      { body: { welcome: true } }
    )

    assert.include(reasons(accepted), "welcome: not in the contract")
  })

  it("the replay reports where a response does not match the contract", () => {
    assert.include(reasons(signIn({ body: { ...tokens, user_id: 7 } })), "user_id: Expected string")
    assert.include(reasons(signIn({ body: { access_token: "a" } })), "refresh_token: Missing key")
  })

  it("the replay reports a status other than the contract's", () => {
    assert.include(reasons(signIn({ status: 201, body: tokens })), "status 201, the contract has 200")
  })

  it("the replay fails for a known error that neither the endpoint nor every call declares", () => {
    const body = { code: "TEAM_NOT_FOUND", details: { team_id: "t" }, error: "No." }

    assert.include(
      reasons(refused(404, body, { "x-stack-known-error": body.code })),
      "TEAM_NOT_FOUND (404) is neither an error of the endpoint nor of any call"
    )
  })

  it("the replay fails for an error code that is not in the contract", () => {
    const body = { code: "BRAND_NEW", error: "No." }

    assert.include(reasons(refused(400, body, { "x-stack-known-error": body.code })), "BRAND_NEW (400) is neither")
  })

  it("the replay fails if the error code in the header differs from the one in the body", () => {
    assert.include(
      reasons(refused(400, mismatch, { "x-stack-known-error": "SCHEMA_ERROR" })),
      "its header names the error SCHEMA_ERROR"
    )
  })

  it("the replay reports an unknown error detail, and a detail of another type", () => {
    const schemaError = (details: object) =>
      refused(400, { code: "SCHEMA_ERROR", details, error: "No." }, { "x-stack-known-error": "SCHEMA_ERROR" })

    assert.strictEqual(reasons(schemaError({ message: "m" })), "Passed")
    assert.include(reasons(schemaError({ message: "m", hint: 1 })), "hint: not in the contract")
    assert.include(reasons(schemaError({ message: { a: 1 } })), "message: not in the contract")
  })

  it("the replay fails for a known error with a status other than the contract's", () => {
    assert.include(
      reasons(refused(401, mismatch, { "x-stack-known-error": mismatch.code })),
      "EMAIL_PASSWORD_MISMATCH has the status 401, the contract has 400"
    )
  })

  it("the replay fails for a successful response that is not JSON", () => {
    assert.include(reasons(signIn({ headers: text, body: "{\"access_token\":" })), "it is not JSON")
    assert.include(reasons(signIn({ body: "{\"access_token\":" })), "it is not JSON")
    assert.include(reasons(signIn({ body: null })), "it is empty")
  })

  it("the replay passes for a plain-text error, with or without a body", () => {
    assert.strictEqual(reasons(signIn({ status: 403, headers: text, body: "Not here." })), "Passed")
    assert.strictEqual(reasons(signIn({ status: 405, headers: {}, body: null })), "Passed")
    assert.strictEqual(reasons(signIn({ status: 429, headers: text, body: "Too many" })), "Passed")
  })

  it("the replay passes for an error whose real status is in a header", () => {
    const headers = { ...text, "x-stack-actual-status": "404" }

    assert.strictEqual(reasons(signIn({ status: 200, headers, body: "Not here." })), "Passed")
  })

  it("the replay reports fields of an accepted request that the client would not send", () => {
    assert.include(
      reasons(signIn({ body: tokens }, { body: { ...credentials, remember: true } })),
      "remember: Expected no excess property"
    )
    assert.include(reasons(signIn({ body: tokens }, { body: { email: "ann@example.com" } })), "password: Missing key")
    assert.include(reasons(signIn({ body: tokens }, { body: "<a/>" })), "a body that is not a JSON object")
    assert.include(
      reasons(
        exchange({ method: "GET", path: "/api/v1/user-api-keys?user_id=me&page=2" }, {
          body: { items: [], is_paginated: false }
        })
      ),
      "page: Expected no excess property"
    )
  })

  it("the replay does not check the input of rejected requests", () => {
    const schemaError = { code: "SCHEMA_ERROR", details: { message: "m" }, error: "No." }
    const headers = { ...json, "x-stack-known-error": "SCHEMA_ERROR" }

    assert.strictEqual(
      reasons(signIn({ status: 400, headers, body: schemaError }, { body: { remember: 1 } })),
      "Passed"
    )
  })

  it("the replay accepts numbers and booleans sent as text, as the platform does", () => {
    const created = exchange(
      { path: "/api/v1/auth/cli", body: { expires_in_millis: "60000" } },
      { body: { polling_code: "p", login_code: "l", expires_at: "2026-04-24T10:00:00.000Z" } }
    )

    assert.strictEqual(reasons(created), "Passed")
  })

  it("the replay accepts an insufficient-access error from an endpoint that requires a higher level", () => {
    const body = {
      code: "INSUFFICIENT_ACCESS_TYPE",
      details: { actual_access_type: "client", allowed_access_types: ["server", "admin"] },
      error: "No."
    }
    const found = verdict(exchange(
      { method: "GET", path: "/api/v1/users" },
      { status: 401, headers: { ...json, "x-stack-known-error": body.code }, body }
    ))

    assert.deepStrictEqual(found, { _tag: "Passed", endpoint: "users.list" })
  })

  it("the replay fails if the same request without the status-override header has a different result", () => {
    const name = "wrong password"
    const plain = exchange({ body: credentials }, { status: 403, headers: text, body: "Not here." }, name)
    const overridden = exchange(
      { body: credentials, headers: { ...client, "x-stack-override-error-status": "true" } },
      { headers: { ...json, "x-stack-actual-status": "400", "x-stack-known-error": mismatch.code }, body: mismatch },
      `${name} (status override)`
    )

    assert.include(
      reasons(overridden, plain),
      "unlike \"wrong password\": HttpFailure became EmailPasswordMismatch"
    )
  })

  it("the replay detects a known error in the query of a redirect", () => {
    const callback = (query: string) =>
      exchange(
        { method: "GET", path: "/api/v1/auth/oauth/callback/github?state=s&code=c", headers: {} },
        { status: 307, headers: { location: `https://app.example.com/handler/error?${query}` }, body: null }
      )

    assert.strictEqual(reasons(callback("")), "Passed")
    assert.strictEqual(reasons(callback("errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=No&details=%7B%7D")), "Passed")
    assert.include(reasons(callback("errorCode=TEAM_NOT_FOUND&message=No&details=%7B%7D")), "TEAM_NOT_FOUND")
  })

  it("the replay skips exchanges without an endpoint: unknown paths and methods, preflight requests, and paths outside the API", () => {
    for (
      const request of [
        { path: "/api/v1/no-such-thing" },
        { method: "PUT", path: "/api/v1/users/me" },
        { method: "OPTIONS", path: "/api/v1/users/me" },
        { method: "GET", path: "/health" }
      ]
    ) {
      assert.strictEqual(reasons(exchange(request, { status: 404, headers: text, body: "No." })), "Outside")
    }
  })

  it("the replay decodes the claims of access tokens, and reports claims that are not in the contract", () => {
    const claims = { sub: "u", iat: 1, exp: 2, role: "authenticated", branchId: "main", refreshTokenId: "r" }
    const token = (payload: object) => ({
      "{{access_token:ann}}": { kind: "access_token", jwt: { header: {}, payload: { ...payload } } }
    })
    const recorded = signIn({ body: { ...tokens, access_token: "{{access_token:ann}}" } })

    assert.strictEqual(replay(recorded, [], token(claims))._tag, "Passed")
    const found = replay(recorded, [], token({ ...claims, colour: "red" }))
    assert.include(found._tag === "Failed" ? found.reasons.join() : "", "colour")
  })

  it("the replay replaces placeholders with strings of the recorded length", () => {
    const check = exchange(
      { path: "/api/v1/auth/password/reset/check-code", body: { code: "{{password_reset_code:ann}}" } },
      { body: { is_code_valid: true } }
    )
    const known = (length: number) => ({ "{{password_reset_code:ann}}": { kind: "password_reset_code", length } })

    assert.strictEqual(replay(check, [], known(45))._tag, "Passed")
    assert.strictEqual(replay(check, [], {})._tag, "Passed")
    assert.strictEqual(replay(check, [], known(12))._tag, "Failed")
  })
})

const folderWith = (files: { readonly [name: string]: string }): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-"))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  return folder
}

describe("npm run prove conformance", () => {
  const passing = signIn({ body: tokens })
  const failing = { ...signIn({ body: { ...tokens, colour: "red" } }), name: "a colourful sign-in" }
  const outside = exchange({ path: "/api/v1/no-such-thing" }, { status: 404, headers: text, body: "No." })

  it.effect("npm run prove conformance prints a table by area, then exchanges outside the contract, then the count", () =>
    Effect.gen(function*() {
      const { code, lines } = yield* run(folderWith({ "passwords.json": JSON.stringify([passing, outside]) }))

      assert.strictEqual(code, 0)
      assert.match(lines.join("\n"), /^passwords +1 +0 +1$/m)
      assert.include(lines.join("\n"), "passwords › an exchange: POST /api/v1/no-such-thing, status 404")
      assert.strictEqual(lines.at(-1), "1 passed, 0 failed")
    }))

  it.effect("npm run prove conformance prints every failure with its reason, and exits with 1", () =>
    Effect.gen(function*() {
      const { code, lines } = yield* run(folderWith({ "passwords.json": JSON.stringify([passing, failing]) }))

      assert.strictEqual(code, 1)
      assert.match(
        lines.join("\n"),
        /a colourful sign-in \(password\.signIn, .*\)\n +response: colour: not in the contract/
      )
      assert.strictEqual(lines.at(-1), "1 passed, 1 failed")
    }))

  it.effect.each<readonly [string, string | undefined, string]>([
    ["no folder is given", undefined, "npm run prove conformance -- <folder>"],
    ["the folder does not exist", "/no/such/folder", "There is no folder /no/such/folder"],
    ["the folder contains no recordings", folderWith({}), "contains no recordings"],
    ["a file is not JSON", folderWith({ "users.json": "{" }), "users.json is not JSON"],
    [
      "a file is not a recording",
      folderWith({ "users.json": "[{\"name\":\"a\"}]" }),
      "users.json is not a recording: 0.request"
    ],
    [
      "the placeholders are unreadable",
      folderWith({ "a.json": "[]", "_placeholders.json": "7" }),
      "_placeholders.json is not"
    ]
  ])(
    "npm run prove conformance prints the next step if %s, and exits with 2",
    ([, folder, sentence]) =>
      Effect.gen(function*() {
        const { code, lines } = yield* run(...folder === undefined ? [] : [folder])

        assert.strictEqual(code, 2)
        assert.lengthOf(lines, 1)
        assert.include(lines[0]!, sentence)
        assert.notInclude(lines[0]!, "    at ")
      })
  )

  it("npm run prove conformance exits with 2 and prints only one message if the folder can't be used", () => {
    const main = fileURLToPath(new URL("main.ts", import.meta.url))

    const { status, stderr, stdout } = spawnSync(process.execPath, [main, "/no/such/folder"], { encoding: "utf8" })

    assert.strictEqual(status, 2)
    assert.strictEqual(stdout, "")
    assert.match(stderr, /^There is no folder .*\n$/)
  })
})
