import { readdir, readFile } from "node:fs/promises"
import { basename } from "node:path"
import { assert, describe, expect, expectTypeOf, it } from "vitest"
import { accessOf } from "../../schemas/access.ts"
import { endpoints, errors, families, resources } from "../../schemas/catalogue.ts"
import { detailsOf, schemasOf } from "../../schemas/compiled/schemasOf.ts"
import type { AnyEndpoint } from "../../schemas/Endpoint.ts"
import { anyCall, anyClientCall } from "../../schemas/errors/anyCall.ts"
import * as barrel from "../../schemas/index.ts"
import type { Resource } from "../../schemas/resources.ts"
import { find } from "../../schemas/routing.ts"
import { wireName } from "../../schemas/wireNames.ts"

const duplicates = (names: ReadonlyArray<string>) => names.filter((name, at) => names.indexOf(name) !== at)

/** Modules with shared parts of endpoints. They are not resources. */
const shared = ["permissionDefinitions"]

describe("the catalogue", () => {
  it("Q5: the catalogue changes only on purpose: names, levels, methods, paths, errors and codes match the snapshot", async () => {
    const contract = {
      endpoints: Object.fromEntries(endpoints.map(({ spec }) => [spec.name, {
        access: spec.access,
        route: `${spec.method} ${spec.path}`,
        input: Object.entries(schemasOf(spec).input).map(([key, schema]) => wireName(key, schema)),
        errors: spec.errors.map((error) => error.spec.code)
      }])),
      errors: Object.fromEntries(errors.map(({ spec }) => [spec.code, {
        tag: spec.tag,
        status: spec.status,
        details: Object.entries(detailsOf(spec)).map(([key, schema]) => wireName(key, schema))
      }])),
      families: Object.fromEntries(families.map(({ family }) => [family.code, family.tag]))
    }

    await expect(`${JSON.stringify(contract, undefined, 2)}\n`).toMatchFileSnapshot("contract.snapshot.json")
  })

  it("Q5: the catalogue declares each endpoint's level and errors in its type", async () => {
    const { parseApi } = await import(new URL("../../.ci/apiChange.mjs", import.meta.url).href)
    const api = parseApi(await readFile(new URL("../../.ci/api.txt", import.meta.url), "utf8"))
    /** The first and the last argument of `EndpointCall<ClientAccess, Input, Output, UserNotFound | …>`. */
    const typed = ({ spec: { name } }: AnyEndpoint) => {
      const [line = ""]: ReadonlyArray<string> = api[`latchkey/endpoints/${name.replace(".", " ")}`]
      const declared: string = line.startsWith("= ") ? api[line.slice(2)][0] : line
      const [, access, errors] = /^\w+: \w+<(\w+Access), .*?, ([\w |]+)>$/.exec(declared) ?? []
      return { name, access, errors: errors === "never" ? [] : errors?.split(" | ").toSorted() }
    }

    assert.deepStrictEqual(
      endpoints.map(typed),
      endpoints.map(({ spec: { access, errors, name } }) => ({
        name,
        access: accessOf[access].name,
        errors: [...new Set(errors.map((error) => error.name))].toSorted()
      }))
    )
  })

  it("the catalogue gives each endpoint a unique name, and each error a unique code and tag", () => {
    assert.deepStrictEqual(duplicates(endpoints.map(({ spec }) => spec.name)), [])
    assert.deepStrictEqual(
      duplicates([...errors.map(({ spec }) => spec.code), ...families.map(({ family }) => family.code)]),
      []
    )
    assert.deepStrictEqual(
      duplicates([...errors.map(({ spec }) => spec.tag), ...families.map(({ family }) => family.tag)]),
      []
    )
  })

  it("the catalogue names an endpoint after its file and its export", () => {
    for (const [file, resource] of Object.entries(resources)) {
      for (const [verb, { spec }] of Object.entries<AnyEndpoint>(resource)) {
        assert.strictEqual(spec.name, `${file}.${verb}`)
      }
    }
  })

  it("the catalogue contains the endpoints of every file in schemas/endpoints", async () => {
    const files = (await readdir(new URL("../../schemas/endpoints/", import.meta.url))).map((file) =>
      basename(file, ".ts")
    )

    assert.sameMembers(Object.keys(resources), files.filter((file) => !shared.includes(file)))
  })

  it("the names that `invalidates` accepts are exactly the names of existing resources", () => {
    expectTypeOf<Resource>().toEqualTypeOf<keyof typeof resources>()
  })

  it("each endpoint in the catalogue has an input field per path placeholder, and sends each field in one place", () => {
    for (const { spec } of endpoints) {
      const names = Object.entries(schemasOf(spec).input).map(([key, schema]) => wireName(key, schema))
      assert.includeMembers(names, [...spec.pathNames, ...spec.queryNames], spec.name)
      assert.deepStrictEqual(duplicates(names), [], spec.name)
      assert.deepStrictEqual(spec.queryNames.filter((name) => spec.pathNames.includes(name)), [], spec.name)
    }
  })

  it("the catalogue lists body fields only for endpoints that have a body", () => {
    for (const { spec } of endpoints.filter(({ spec }) => spec.body === "none")) {
      const placed = [...spec.pathNames, ...spec.queryNames]
      const names = Object.entries(schemasOf(spec).input).map(([key, schema]) => wireName(key, schema))
      assert.deepStrictEqual(names.filter((name) => !placed.includes(name)), [], spec.name)
    }
  })

  it("each endpoint in the catalogue lists an error once, and `gone` contains only errors of the endpoint", () => {
    for (const { spec } of endpoints) {
      const codes = spec.errors.map((error) => error.spec.code)
      assert.deepStrictEqual(duplicates(codes), [], spec.name)
      const raised = [...codes, ...anyCall.map((error) => error.spec.code)]
      assert.includeMembers(raised, spec.gone.map((error) => error.spec.code), spec.name)
    }
  })

  it("client-level calls in the catalogue have all common errors except those about back ends' keys and tokens", () => {
    const atClientLevel = new Set<string>(anyClientCall.map(({ spec }) => spec.code))

    assert.deepStrictEqual(anyCall.map(({ spec }) => spec.code).filter((code) => !atClientLevel.has(code)), [
      "INVALID_SECRET_SERVER_KEY",
      "INVALID_SUPER_SECRET_ADMIN_KEY",
      "UNPARSABLE_ADMIN_ACCESS_TOKEN",
      "ADMIN_ACCESS_TOKEN_EXPIRED",
      "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN",
      "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN",
      "SERVER_AUTHENTICATION_REQUIRED",
      "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED",
      "CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED",
      "CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED",
      "ADMIN_AUTHENTICATION_REQUIRED"
    ])
    for (const known of anyClientCall) assert.include<unknown>(anyCall, known)
  })

  it("the catalogue finds every endpoint by its own route", () => {
    for (const endpoint of endpoints) {
      const { access, method, path } = endpoint.spec
      const at = path.replace(
        /\{(\w+)\}/g,
        (_, name: string) =>
          name === "level" ? "branch" : name.endsWith("permission_id") ? "read" : "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"
      )
      assert.include(find(access, method, at).map((match) => match.endpoint.spec.name), endpoint.spec.name)
    }
  })

  it("the schemas' index exports every resource and every error by name", () => {
    const values: ReadonlyArray<unknown> = Object.values(barrel)
    for (const error of [...errors, ...families]) assert.include(values, error)
    for (const [name, resource] of Object.entries(resources)) assert.include(values, resource, name)
  })
})
