/** What users import by name, entry by entry. Nothing of it goes, comes or moves unless somebody means it to. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { parseSync } from "rolldown/utils"
import { assert, describe, expect, it } from "vitest"
import manifest from "../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../", import.meta.url))

/** `name`, `type Name` where there is nothing at run time, and `space.name` for what is in a namespace. */
const namesIn = (file: string): ReadonlyArray<string> =>
  parseSync(file, readFileSync(file, "utf8")).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, importName, isType, moduleRequest }) => {
      const from = moduleRequest?.value
      const isWhole = importName.kind === "All" || importName.kind === "AllButDefault"
      if (from?.startsWith(".") !== true) return [isType ? `type ${exportName.name}` : exportName.name!]
      const target = path.join(path.dirname(file), from)
      const whole = isWhole ? target : spaceIn(target, importName.name!)
      if (whole === undefined) return [isType ? `type ${exportName.name}` : exportName.name!]
      const inner = namesIn(whole)
      const named = exportName.name == null ? inner : inner.map((name) => within(exportName.name!, name))
      return isType ? named.map((name) => name.replace(/^(?!type )/, "type ")) : named
    })
  )

/** The module whose namespace a room passes on under a name. */
const spaceIn = (file: string, name: string): string | undefined => {
  for (const { entries } of parseSync(file, readFileSync(file, "utf8")).module.staticExports) {
    const entry = entries.find(({ exportName }) => exportName.name === name)
    const from = entry?.moduleRequest?.value
    if (entry === undefined || from?.startsWith(".") !== true) continue
    const target = path.join(path.dirname(file), from)
    return entry.importName.kind === "Name" ? spaceIn(target, entry.importName.name!) : target
  }
  return undefined
}

const within = (space: string, name: string): string => name.replace(/^(?:type )?/, (kind) => `${kind}${space}.`)

/** What each name of a file is: the declaration it leads to, or the file that is its namespace. */
const originsIn = (file: string): ReadonlyMap<string, string> => {
  const own = new Map<string, string>()
  const passedOn = new Map<string, string>()
  const declared = parseSync(file, readFileSync(file, "utf8")).module.staticExports.flatMap(({ entries }) => entries)
  for (const { exportName, importName, moduleRequest } of declared) {
    const from = moduleRequest?.value
    const target = from?.startsWith(".") === true ? path.join(path.dirname(file), from) : undefined
    if (target === undefined) own.set(exportName.name!, `${from ?? path.relative(root, file)}: ${exportName.name}`)
    else if (exportName.name == null) originsIn(target).forEach((origin, name) => passedOn.set(name, origin))
    else if (importName.kind === "Name") {
      own.set(exportName.name, originsIn(target).get(importName.name!) ?? `${target}: ${importName.name}`)
    } else own.set(exportName.name, path.relative(root, target))
  }
  return new Map([...passedOn, ...own])
}

/** What programs import side by side. */
const spoken = new Set(["latchkey", "latchkey/layers", "latchkey/promise", "latchkey/react", "latchkey/schemas"])

/** Calls by resource, `latchkey/endpoints/…`, are in the snapshot of the contract. */
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === "string" || !("latchkey-source" in target) || entry.includes("*")
    ? []
    : [{ entry: path.posix.join(manifest.name, entry), file: path.join(root, target["latchkey-source"]) }]
)

describe("what users import", () => {
  it.each(entries)("Q5: from $entry is what it was", async ({ entry, file }) => {
    const all = new Set(namesIn(file))
    // what is passed on by name as a value is not a type only, though all types are passed on with it
    const names = [...all].filter((name) => !all.has(name.replace(/^type /, "")) || !name.startsWith("type "))
      .toSorted()

    await expect(`${names.join("\n")}\n`).toMatchFileSnapshot(`publicApi/${entry.replaceAll("/", ".")}.txt`)
  })

  it("is found where it is declared, passed on or put in a namespace", () => {
    const names = [...namesIn(path.join(root, "src/index.ts"))]

    assert.includeMembers(names, [
      "type CookieOptions",
      "type Client.ClientOptions",
      "EmailPasswordMismatch",
      "Users.getMe",
      "signIn.withPassword"
    ])
  })

  it("is one thing by one word, whichever entry it comes from", () => {
    const meanings = new Map<string, Map<string, Array<string>>>()
    for (const { entry, file } of entries.filter(({ entry }) => spoken.has(entry))) {
      for (const [name, origin] of originsIn(file)) {
        const origins = meanings.get(name) ?? new Map<string, Array<string>>()
        meanings.set(name, origins.set(origin, [...origins.get(origin) ?? [], entry]))
      }
    }

    const ambiguous = [...meanings].filter(([, origins]) => origins.size > 1)

    assert.deepStrictEqual(ambiguous.map(([name, origins]) => [name, Object.fromEntries(origins)]), [])
    // it waits for nothing: how long it reads the sources is up to the machine
  }, 120_000)

  it("is there at run time where it is more than a type", async () => {
    const values = namesIn(path.join(root, "src/promise/index.ts")).filter((name) => !name.startsWith("type "))

    assert.sameMembers(Object.keys(await import("../src/promise/index.ts")), [...new Set(values)])
  })

  it("from latchkey/promise has the contract's constants as values", async () => {
    const constants = Object.entries(await import("../schemas/entities/index.ts")).filter(([name]) =>
      /^[a-z]/.test(name)
    )

    assert.include(constants.map(([name]) => name), "oauthProviderTypes")
    assert.deepInclude(await import("../src/promise/index.ts"), Object.fromEntries(constants))
  })
})

describe("a change of what users import", async () => {
  const { bumpBetween, changesOf, fits, neededBump } = await import(path.join(root, ".ci/apiChange.mjs"))

  const before = {
    "latchkey Session": ["class", "  get: Effect<string>"],
    "latchkey Settings": ["interface", "  readonly id: string;"],
    "latchkey find": ["find: (id: string) => User"],
    "latchkey/layers Session": ["= latchkey Session"]
  }

  const bumpOf = (after: object, version = "1.0.0") => neededBump(changesOf(before, after), version)

  it.each([
    ["none where everything is what it was", "none", {}],
    ["none where a name is declared by another entry", "none", {
      "latchkey Session": ["= latchkey/layers Session"],
      "latchkey/layers Session": before["latchkey Session"]
    }],
    ["minor with a new name", "minor", { "latchkey list": ["list: () => Users"] }],
    ["minor with an optional field", "minor", {
      "latchkey Settings": [...before["latchkey Settings"], "  readonly url?: string;"]
    }],
    ["major with a field that everybody has to give", "major", {
      "latchkey Settings": [...before["latchkey Settings"], "  readonly url: string;"]
    }],
    ["major with another signature", "major", { "latchkey find": ["find: (id: UserId) => User"] }],
    ["major without a member", "major", { "latchkey Session": ["class"] }]
  ])("Q5 is %s", (_, bump, changed) => {
    assert.strictEqual(bumpOf({ ...before, ...changed }), bump)
  })

  it("Q5 is major without a name, which before 1.0.0 a minor version may be", () => {
    const { "latchkey find": _, ...without } = before

    assert.strictEqual(bumpOf(without), "major")
    assert.strictEqual(bumpOf(without, "0.3.0"), "minor")
    assert.strictEqual(bumpOf({ ...before, "latchkey list": [""] }, "0.3.0"), "patch")
  })

  it("Q5 fits a version that is announced as at least that", () => {
    assert.strictEqual(bumpBetween("1.2.3", "2.0.0"), "major")
    assert.strictEqual(bumpBetween("0.1.0", "0.1.1"), "patch")
    assert.isTrue(fits("major", "minor"))
    assert.isTrue(fits("none", "none"))
    assert.isFalse(fits("patch", "minor"))
    assert.isFalse(fits("none", "patch"))
  })
})
