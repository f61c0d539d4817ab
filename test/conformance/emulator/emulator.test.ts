import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Exchange } from "../exchange.ts"
import { load } from "../recordings.ts"
import { differencesOf } from "./compareResponses.ts"
import { compare } from "./knownDifferences.ts"
import { playRecordings } from "./playRecordings.ts"
import { reportEmulator } from "./reportEmulator.ts"

for (const folder of ["recordings", "recordings-2026-04", "recordings-payments"]) {
  const path = fileURLToPath(new URL(`../../../../shared/${folder}`, import.meta.url))

  describe.runIf(existsSync(path))(`the emulator with the requests in ${folder}`, () => {
    it.live(
      "O2 U5: the emulator responds like the recorded platform, except for known differences",
      () =>
        Effect.gen(function*() {
          const { failed, lines } = yield* reportEmulator(path, false)

          assert.strictEqual(failed, 0, lines.join("\n"))
        })
    )
  })
}

describe("the emulator with a recording that lacks an exchange", () => {
  const path = fileURLToPath(new URL("../../../../shared/recordings", import.meta.url))

  it.live.runIf(existsSync(path))(
    "a recorded exchange that depends on a missing exchange is reported separately from differences",
    () =>
      Effect.gen(function*() {
        const { areas, known } = yield* load(path)
        const keys = areas.filter(({ area }) => area === "user-api-keys").map(({ area, exchanges }) => ({
          area,
          exchanges: exchanges.filter(({ request }) => request.method !== "POST" || request.path.includes("/check"))
        }))
        const { areas: [played] } = yield* playRecordings({ areas: keys, known })

        assert.deepStrictEqual(played!.dependent.map((line) => line.split(":")[0]), [
          "user-api-keys › read own",
          "user-api-keys › update description",
          "user-api-keys › revoke",
          "user-api-keys › server revokes"
        ])
        assert.notInclude(played!.differences.join("\n"), "user-api-keys › revoke:")
      })
  )
})

const json = { "content-type": "application/json; charset=utf-8" }

type Response = Partial<Exchange["response"]>

/** Compares a response with a recorded one. */
const between = (recorded: Response, actual: Response, request: Partial<Exchange["request"]> = {}) =>
  differencesOf(
    {
      name: "an exchange",
      request: { method: "GET", path: "/api/v1/users/me", headers: {}, ...request },
      response: { status: 200, headers: json, ...recorded }
    },
    { status: 200, body: "", ...actual, headers: new Headers(actual.headers ?? json) },
    (id) => id === first ? second : undefined,
    { "{{access_token:ann}}": { kind: "access_token", jwt: { header: {}, payload: { sub: first, role: "anon" } } } }
  )

const first = "11111111-2222-4333-8444-555555555555"
const second = "66666666-7777-4888-9999-aaaaaaaaaaaa"

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.e30`

describe("the comparison of a response with the recorded one", () => {
  it("the comparison with a recording finds no difference if status, code, headers, fields and types match", () => {
    const body = { id: first, name: "Ann", teams: [{ id: first, name: null }] }

    assert.deepStrictEqual(
      between({ body }, { body: { ...body, id: second, teams: [{ id: second, name: "Gardeners" }] } }),
      []
    )
  })

  it("the comparison with a recording reports a different status or code, and then compares nothing else", () => {
    const refusal = { status: 404, body: { code: "USER_NOT_FOUND", error: "No." } }

    assert.deepStrictEqual(between(refusal, { body: { id: first } }), ["200 instead of 404 USER_NOT_FOUND"])
    assert.deepStrictEqual(
      between(refusal, { ...refusal, body: { code: "TEAM_NOT_FOUND", error: "No." } }),
      ["404 TEAM_NOT_FOUND instead of 404 USER_NOT_FOUND"]
    )
  })

  it("the comparison with a recording reports headers that are missing, added or different", () => {
    assert.deepStrictEqual(
      between(
        { headers: { ...json, "x-stack-known-error": "A" }, body: {} },
        { headers: { "content-type": "text/plain", "retry-after": "3" }, body: {} }
      ),
      [
        "header content-type: text/plain instead of application/json; charset=utf-8",
        "header x-stack-known-error: missing",
        "header retry-after: added"
      ]
    )
  })

  it("the comparison with a recording reports fields at any depth that are missing, added or of another type", () => {
    assert.deepStrictEqual(
      between({ body: { a: { b: 1, c: null } } }, { body: { a: { c: 2, d: 3 } } }),
      ["body.a.b: missing", "body.a.c: number instead of null", "body.a.d: added"]
    )
  })

  it("the comparison with a recording reports an item's fields that are missing from every recorded item", () => {
    assert.deepStrictEqual(
      between({ body: { items: [{ a: 1 }, { a: 2, b: 3 }] } }, {
        body: { items: [{ a: 1 }, { b: 2 }, { a: 1, c: 2 }] }
      }),
      ["body.items[].a: missing", "body.items[].c: added"]
    )
  })

  it("the comparison with a recording reports a different value in the response to an update, but ignores ids, times and messages", () => {
    const body = { id: first, user_id: first, colour: "red", created_at_millis: 1, message: "Well done." }

    assert.deepStrictEqual(
      between(
        { body },
        { body: { ...body, id: second, user_id: second, colour: "blue", created_at_millis: 2, message: "Done." } },
        { method: "PATCH" }
      ),
      ["body.colour: \"blue\" instead of \"red\""]
    )
  })

  it("the comparison with a recording reports claims of an access token that are missing, added or different", () => {
    const body = { access_token: "{{access_token:ann}}" }

    assert.deepStrictEqual(between({ body }, { body: { access_token: token({ sub: second, role: "anon" }) } }), [])
    assert.deepStrictEqual(
      between({ body }, { body: { access_token: token({ role: "authenticated", plan: "pro" }) } }),
      ["claims.sub: missing", "claims.plan: added", "claims.role: \"authenticated\" instead of \"anon\""]
    )
  })

  it("the comparison with a recording reports a redirect to another URL or with other parameters", () => {
    const location = (location: string) => ({ status: 307, headers: { location } })

    assert.deepStrictEqual(
      between(location("https://app.example.com/done?code=1"), location("https://app.example.com/error?state=2")),
      [
        "header location: redirects to https://app.example.com/error",
        "location.code: missing",
        "location.state: added"
      ]
    )
  })
})

describe("the list of known differences", () => {
  const list = [{ reason: "The emulator uses HTTP.", differences: ["users › a", "users › b", "teams › c"] }]
  const areas = ["users"]

  it("the comparison with a recording accepts a difference that is listed as known", () => {
    assert.deepStrictEqual(compare(["users › b", "users › a"], list, areas), { unlisted: [], gone: [], listed: 2 })
  })

  it("the comparison with a recording rejects a difference that isn't listed as known", () => {
    assert.deepStrictEqual(compare(["users › a", "users › b", "users › c"], list, areas).unlisted, ["users › c"])
  })

  it("a known difference that no longer exists has to be removed from the list, unless the run doesn't cover its area", () => {
    assert.deepStrictEqual(compare(["users › a"], list, areas).gone, ["users › b"])
  })
})
