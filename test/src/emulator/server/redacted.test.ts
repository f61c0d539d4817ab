/** What the emulator's log keeps of a request and its response. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { endpoints } from "../../../../schemas/catalogue.ts"
import { isSecret } from "../../../../schemas/compiled/redacted.ts"
import { schemasOf } from "../../../../schemas/compiled/schemasOf.ts"
import { wireName } from "../../../../schemas/wireNames.ts"
import { exchangeOf } from "../../../../src/emulator/server/redacted.ts"

const kept = (body: string, type = "application/json", path = "/api/v1/users/me") =>
  JSON.stringify(
    exchangeOf(
      {
        method: "POST",
        url: new URL(path, "http://localhost"),
        body,
        header: (name) => name === "content-type" ? type : name === "user-agent" ? "test" : `secret-${name}`
      },
      {
        status: 200,
        headers: { "content-type": type, "set-cookie": "secret-cookie", "location": "/?code=secret" },
        body
      }
    )()
  )

/** Returns the wire names of the secrets in a type. */
const secretNamesIn = (type: SchemaAST.AST, name: string): ReadonlyArray<string> => {
  if (isSecret(type)) return [name]
  switch (type._tag) {
    case "Union":
      return type.types.flatMap((member) => secretNamesIn(member, name))
    case "Arrays":
      return [...type.elements, ...type.rest].flatMap((item) => secretNamesIn(item, name))
    case "Objects":
      return type.propertySignatures.flatMap((property) =>
        secretNamesIn(property.type, wireName(String(property.name), { ast: property.type } as Schema.Top))
      )
    default:
      return []
  }
}

const names = [
  ...new Set(endpoints.flatMap(({ spec }) => [
    ...Object.entries(schemasOf(spec).input).flatMap(([key, field]) =>
      secretNamesIn(Schema.toType(field as Schema.Top).ast, wireName(key, field as Schema.Top))
    ),
    ...secretNamesIn(Schema.toType(schemasOf(spec).output as Schema.Top).ast, "")
  ]))
]

describe("exchangeOf", () => {
  it("the request log redacts every value that the contract declares as secret, in JSON, a form or a query", () => {
    assert.isAtLeast(names.length, 15)
    const secret = "hunter2"
    for (const name of names) {
      assert.notInclude(kept(JSON.stringify({ [name]: secret, deep: [{ [name]: [secret] }] })), secret, name)
      assert.notInclude(kept(`${name}=${secret}`, "application/x-www-form-urlencoded"), secret, name)
      assert.notInclude(kept("", "", `/?${name}=${secret}`), secret, name)
    }
  })

  it("the request log redacts codes in links, and tokens at any position", () => {
    const text = `kept((https://app.example.com/handler/magic-link-callback?x=1&code=abc123))`
    const tokens = ["eyJhbGciOi.eyJzdWIi.c2ln", "pck_0123456789abcdef0123456789abcdef", `${"ab-".repeat(14)}cd`]

    const shown = kept(JSON.stringify({ note: `${text} ${tokens.join(" ")}`, [tokens[1]!]: 1 }))

    for (const secret of ["abc123", ...tokens]) assert.notInclude(shown, secret)
    assert.include(shown, "https://app.example.com/handler/magic-link-callback?x=1&code=<redacted>))")
  })

  it("the request log keeps error codes of any length", () => {
    const code = "CANNOT_GET_OWN_USER_WITHOUT_USER"

    const { response } = exchangeOf(
      { method: "GET", url: new URL("http://localhost/api/v1/users/me"), body: "", header: () => undefined },
      {
        status: 400,
        headers: { "content-type": "application/json", "x-stack-known-error": code },
        body: JSON.stringify({ code })
      }
    )()

    assert.strictEqual(response?.headers["x-stack-known-error"], code)
    assert.deepStrictEqual(JSON.parse(response?.body ?? ""), { code })
  })

  it("the request log redacts any string in linear time", () => {
    const size = 18_000
    const parts = ["?code", "code", "eyJ", "eyJa.", "-eyJ", "a-", "?a=", "a", "=", "&code="]

    // expressions that backtrack would take minutes for these strings
    for (const part of parts) {
      const body = JSON.stringify(`?${part.repeat(size / part.length)}`)
      for (let time = 0; time < 100; time++) assert.notInclude(kept(body), "characters of")
    }
  })

  it("the request log keeps ids, error codes, token types and booleans", () => {
    const body = {
      code: "EMAIL_PASSWORD_MISMATCH",
      user_id: "8f0e4a5c-2f52-4f6c-9d3b-1f1f0f5a3c11",
      has_password: true,
      token_type: "Bearer",
      otp_auth_enabled: true
    }

    assert.deepStrictEqual(JSON.parse(JSON.parse(kept(JSON.stringify(body))).response.body), body)
  })

  it("the request log keeps headers without secrets, and only the length of long or unknown bodies", () => {
    const shown = kept("<a href='/?code=secret'>")

    assert.notMatch(shown, /secret-(?:x-stack-access-token|authorization|cookie)|code=secret/)
    assert.include(shown, "24 characters of application/json")
    assert.include(kept(JSON.stringify("x".repeat(200_000))), "200002 characters of application/json")
  })
})
