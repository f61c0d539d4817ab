/** The public API: the names that users import from each entry. Every change of these names must be intended. */
import * as Arr from "effect/Array"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, beforeAll, describe, expect, it } from "vitest"
import { declarations } from "./support/processes/compiled.ts"

const root = fileURLToPath(new URL("../", import.meta.url))

interface Api {
  readonly [name: string]: ReadonlyArray<string>
}

const { bumpBetween, changesOf, fits, neededBump, parseApi, printApi, typeOnly } = await import(
  path.join(root, ".ci/apiChange.mjs")
)
const { currentApi } = await import(path.join(root, ".ci/apiReport.mjs"))

/** Entries that programs often import together. */
const spoken = ["latchkey", "latchkey/layers", "latchkey/promise", "latchkey/react", "latchkey/schemas"]

/** Returns a name and the namespaces that contain it: `latchkey Client.layer` and `latchkey Client`. */
const withNamespaces = (key: string): ReadonlyArray<string> =>
  key.split(".").map((_, index, parts) => parts.slice(0, index + 1).join("."))

describe("the public API", () => {
  let api: Api
  beforeAll(async () => {
    const { errors, folder } = await declarations()
    assert.deepStrictEqual(errors, {})
    api = currentApi(folder)
  })

  const namesOf = (entry: string): ReadonlyArray<string> =>
    Object.keys(api).filter((key) => key.startsWith(`${entry} `)).map((key) => key.slice(entry.length + 1))

  /** Returns the first entry that exports the same value or type. */
  const originOf = (key: string): string => /^= (.*)/.exec(api[key]![0]!)?.[1] ?? key

  it("Q5: the public API matches the names and declarations in .ci/api.txt", async () => {
    await expect(printApi(api)).toMatchFileSnapshot(path.join(root, ".ci/api.txt"))
  })

  it("the list of the public API includes declared, re-exported and namespaced names", () => {
    for (const name of ["CookieOptions", "Client.ClientOptions", "EmailPasswordMismatch", "Server.users.stream"]) {
      assert.include(Object.keys(api), `latchkey ${name}`)
    }
    assert.deepStrictEqual(parseApi(printApi(api)), api)
  })

  it("no entry of the public API has names that differ only in case", () => {
    const names = new Set(Object.keys(api).flatMap(withNamespaces))

    const spellings = Arr.groupBy(names, (name) => name.toLowerCase())

    assert.deepStrictEqual(Object.values(spellings).filter(({ length }) => length > 1), [])
  })

  it("the public API exports layers only as functions", () => {
    const lines = Object.entries(api).flatMap(([key, declaration]) =>
      /[ .]layer\w*$/.test(key)
        ? [declaration[0]!]
        : declaration.filter((line) => line.startsWith("  static readonly layer"))
    ).filter((line) => !line.startsWith("= "))

    assert.isAbove(lines.length, 30)
    assert.deepStrictEqual(lines.filter((line) => !/layer\w*: (?:<.*>)?\(/.test(line)), [])
  })

  it("the public API uses the same name for the same thing in every entry", () => {
    const meaningIn = (entry: string, name: string): string =>
      namesOf(entry).filter((each) => each.split(".")[0] === name)
        .map((each) => `${each}: ${originOf(`${entry} ${each}`)}`).join("\n")

    const all = new Set(spoken.flatMap((entry) => namesOf(entry).map((name) => name.split(".")[0]!)))
    const ambiguous = [...all].filter((name) =>
      new Set(spoken.map((entry) => meaningIn(entry, name)).filter((meaning) => meaning !== "")).size > 1
    )

    assert.deepStrictEqual(ambiguous, [])
  })

  it("every exported name that is more than a type exists at run time", async () => {
    const isValue = (name: string) =>
      !api[originOf(`latchkey/promise ${name}`)]!.every((line) => /^(?:type |interface| {2})/.test(line))
      && !api[`latchkey/promise ${name}`]!.includes(typeOnly)

    const values = new Set(namesOf("latchkey/promise").filter(isValue).map((name) => name.split(".")[0]!))

    assert.sameMembers(Object.keys(await import("../src/promise/index.ts")), [...values])
  })

  it("latchkey/promise exports the contract's constants", async () => {
    const constants = Object.entries(await import("../schemas/entities/index.ts")).filter(([name]) =>
      /^[a-z]/.test(name)
    )

    assert.include(constants.map(([name]) => name), "oauthProviderTypes")
    assert.deepInclude(await import("../src/promise/index.ts"), Object.fromEntries(constants))
  })
})

describe("a change of the public API", () => {
  const before = {
    "latchkey Session": ["class", "  get: Effect<string>"],
    "latchkey Settings": ["interface", "  readonly id: string;"],
    "latchkey find": ["find: (id: string) => User"],
    "latchkey/layers Session": ["= latchkey Session"]
  }

  const bumpOf = (after: object, version = "1.0.0") => neededBump(changesOf(before, after), version)

  it.each([
    ["none if nothing has changed", "none", {}],
    ["none if another entry declares a name", "none", {
      "latchkey Session": ["= latchkey/layers Session"],
      "latchkey/layers Session": before["latchkey Session"]
    }],
    ["minor for a new name", "minor", { "latchkey list": ["list: () => Users"] }],
    ["minor for an optional field", "minor", {
      "latchkey Settings": [...before["latchkey Settings"], "  readonly url?: string;"]
    }],
    ["major for a required field", "major", {
      "latchkey Settings": [...before["latchkey Settings"], "  readonly url: string;"]
    }],
    ["major for another signature", "major", { "latchkey find": ["find: (id: UserId) => User"] }],
    ["major for a removed member", "major", { "latchkey Session": ["class"] }],
    ["major for a class that becomes a type", "major", {
      "latchkey/layers Session": ["= latchkey Session", "type only"]
    }]
  ])("Q5: a change of the public API is %s", (_, bump, changed) => {
    assert.strictEqual(bumpOf({ ...before, ...changed }), bump)
  })

  it("Q5: removing a name is a major change of the public API, or a minor change before 1.0.0", () => {
    const { "latchkey find": _, ...without } = before

    assert.strictEqual(bumpOf(without), "major")
    assert.strictEqual(bumpOf(without, "0.3.0"), "minor")
    assert.strictEqual(bumpOf({ ...before, "latchkey list": [""] }, "0.3.0"), "patch")
  })

  it("Q5: a version fits a change of the public API if it is raised at least as far as the change requires", () => {
    assert.strictEqual(bumpBetween("1.2.3", "2.0.0"), "major")
    assert.strictEqual(bumpBetween("0.1.0", "0.1.1"), "patch")
    assert.isTrue(fits("major", "minor"))
    assert.isTrue(fits("none", "none"))
    assert.isFalse(fits("patch", "minor"))
    assert.isFalse(fits("none", "patch"))
  })
})
