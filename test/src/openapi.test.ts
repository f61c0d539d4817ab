import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { endpoints } from "../../schemas/catalogue.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import { openApi } from "../../src/openapi.ts"

const document = openApi()

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation }))
)

const references = (node: unknown): ReadonlyArray<string> =>
  typeof node !== "object" || node === null
    ? []
    : Object.entries(node).flatMap(([key, value]) => key === "$ref" ? [String(value)] : references(value))

const at = (pointer: string) => pointer.slice(2).split("/").reduce<any>((node, part) => node?.[part], document)

describe("openApi", () => {
  it("openApi returns a valid OpenAPI 3.1 document", async () => {
    const { errors, valid } = await new Validator().validate(JSON.parse(JSON.stringify(document)))

    assert.deepStrictEqual(errors, undefined)
    assert.isTrue(valid)
  })

  it("the OpenAPI document contains every endpoint exactly once, at its method and path", () => {
    const found = operations.flatMap(({ method, operation, path }) =>
      operation["x-latchkey-endpoints"].map((name) => `${name} ${method.toUpperCase()} ${path}`)
    )

    assert.deepStrictEqual(
      [...found].sort(),
      endpoints.map(({ spec }) => `${spec.name} ${spec.method} ${spec.path}`).sort()
    )
  })

  it("the OpenAPI document contains only references that resolve", () => {
    assert.deepStrictEqual(references(document).filter((pointer) => at(pointer) === undefined), [])
  })

  it("the OpenAPI document names the code of every error that an endpoint can raise, under its status", () => {
    for (const { spec } of endpoints) {
      const { responses } = document.paths[spec.path]![spec.method.toLowerCase()]! as any
      for (const { spec: error } of spec.errors) {
        assert.include(responses[error.status].headers["x-stack-known-error"].schema.enum, error.code, spec.name)
      }
    }
  })

  it("the OpenAPI document requires every field of the path, and the body's required fields", () => {
    const { parameters, requestBody } = document.paths["/users/{user_id}"]!["patch"]! as any
    const signUp = document.paths["/auth/password/sign-up"]!["post"]! as any

    assert.deepInclude(parameters[0], { name: "user_id", in: "path", required: true })
    assert.isFalse(requestBody.required)
    assert.deepStrictEqual(signUp.requestBody.content["application/json"].schema.required, ["email", "password"])
  })

  it("the OpenAPI document declares an optional field as optional, not as nullable", () => {
    const { requestBody } = document.paths["/users/me"]!["patch"]! as any
    const { properties } = requestBody.content["application/json"].schema

    assert.deepStrictEqual(properties.otp_auth_enabled, { type: "boolean" })
    assert.deepStrictEqual(properties.display_name, { anyOf: [{ type: "string" }, { type: "null" }] })
  })

  it("the OpenAPI document declares the keys that each level requires, and that some calls require none", () => {
    const list = document.paths["/users"]!["get"]! as any
    const token = document.paths["/auth/oauth/token"]!["post"]! as any

    assert.deepStrictEqual(list.security, [{ projectId: [], accessType: [], secretServerKey: [] }])
    assert.deepStrictEqual(token.security, [{}])
    assert.property(token.requestBody.content, "application/x-www-form-urlencoded")
  })

  it("the OpenAPI document defines each entity once, by name", () => {
    const { responses } = document.paths["/users/me"]!["get"]! as any

    assert.deepStrictEqual(responses[200].content["application/json"].schema, { $ref: "#/components/schemas/User" })
    assert.property(document.components["schemas"], "User")
  })

  it("openApi describes a part of the contract with a custom base URL", () => {
    const part = openApi({ baseUrl: "http://localhost:8102", endpoints: [Users.getMe] })

    assert.deepStrictEqual(Object.keys(part.paths), ["/users/me"])
    assert.deepStrictEqual(part.servers, [{ url: "http://localhost:8102/api/v1" }])
  })
})
