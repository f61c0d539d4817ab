/** Who may import whom: schemas ← layers ← src ← react, the rooms inside, and the emulator, which only the command imports. */
import { readdirSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import manifest from "../package.json" with { type: "json" }
import {
  arrowsOf,
  crossings,
  files,
  folders,
  type Import,
  imports,
  modules,
  reachedFrom,
  roomOf,
  rooms,
  rows
} from "./support/rooms.ts"

const root = fileURLToPath(new URL("../", import.meta.url))

const present = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) =>
  name
)

const isOurs = ({ target }: Import): boolean => present.includes(target.split("/")[0]!)

const isIn = (folder: string) => (file: string): boolean => file.startsWith(`${folder}/`)

const isEmulator = isIn("src/emulator")

const offences = (isOffence: (it: Import) => boolean, among: ReadonlyArray<Import> = imports): ReadonlyArray<string> =>
  among.filter(isOffence).map(({ file, target }) => `${file} imports ${target}`)

describe("imports", () => {
  it("are read: there are hundreds", () => {
    assert.isAbove(imports.length, 300)
    assert.includeDeepMembers([...imports], [{ file: "schemas/KnownError.ts", target: "schemas/wireNames.ts" }])
  })

  it("point one way: schemas ← layers ← src ← react, and nothing else of ours", () => {
    const height = (file: string) => folders.indexOf(file.split("/")[0]!)

    assert.deepStrictEqual(
      offences((it) => isOurs(it) && (height(it.target) === -1 || height(it.target) > height(it.file))),
      []
    )
  })

  it("lead from schemas to effect alone, besides to schemas", () => {
    assert.deepStrictEqual(
      offences((it) => isIn("schemas")(it.file) && !isOurs(it) && !it.target.startsWith("effect/")),
      []
    )
  })

  it("O4: lead to the emulated platform from itself and the command line alone", () => {
    assert.deepStrictEqual(
      offences(({ file, target }) => isEmulator(target) && !isEmulator(file) && !isIn("src/cli")(file)),
      []
    )
  })

  it("lead to the whole contract only from where it is needed whole", () => {
    const needIt = [isEmulator, isIn("src/cli"), (file: string) => /\/(?:openapi|promise\/calls)\.ts$/i.test(file)]

    assert.deepStrictEqual(
      offences(({ file, target }) => target === "schemas/catalogue.ts" && !needIt.some((needs) => needs(file))),
      []
    )
  })

  it("lead to Node's own modules only where there is no browser", () => {
    assert.deepStrictEqual(
      offences(({ file, target }) =>
        target.startsWith("node:") && ![isEmulator, isIn("src/cli"), isIn("src/node")].some((mayUse) => mayUse(file))
      ),
      []
    )
  })

  it("lead to React from react alone", () => {
    assert.deepStrictEqual(
      offences(({ file, target }) =>
        /^react(?:-dom)?(?:\/|$)/.test(target) && !isOurs({ file, target }) && !isIn("react")(file)
      ),
      []
    )
  })
})

describe("a file", () => {
  it("never imports itself through others, not even a type", () => {
    const arrows = new Map(modules.map((module) => [module, new Set<string>()]))
    for (const it of imports) if (isOurs(it)) arrows.get(it.file)!.add(it.target)

    assert.deepStrictEqual(modules.filter((module) => reachedFrom(module, arrows).has(module)), [])
  })
})

describe("the rooms of layers and src", () => {
  it("have each one place in the order", () => {
    assert.deepStrictEqual(rows.flat().toSorted(), rooms)
  })

  it("import only from rooms below them", () => {
    const row = (file: string) => rows.findIndex((row) => row.includes(roomOf(file)))

    assert.isAbove(crossings.length, 400)
    assert.deepStrictEqual(offences(({ file, target }) => row(target) >= row(file), crossings), [])
  })

  it("say in their index what others may use, and nobody reaches past it", () => {
    // entries list one by one what users import; the admin level passes on what the server level has
    const entries = Object.values(manifest.exports).map((entry) => Object(entry)["latchkey-source"])
    const isTable = (file: string) => [...entries, "./src/flows/index.ts", "./src/reads.ts"].includes(`./${file}`)
    const passesOn = ({ file, target }: Import) => file === "src/admin/emails.ts" && target === "src/server/emails.ts"

    assert.deepStrictEqual(rooms.filter((room) => !files.get(room)!.includes(`${room}/index.ts`)), ["src/cli"])
    assert.deepStrictEqual(
      offences((it) => !it.target.endsWith("/index.ts") && !isTable(it.file) && !passesOn(it), crossings),
      []
    )
  })

  it("never import each other, directly or through others", () => {
    const arrows = arrowsOf(crossings)

    assert.deepStrictEqual(rooms.filter((room) => reachedFrom(room, arrows).has(room)), [])
  })
})

describe("the folders", () => {
  it("are four, with tests, examples and documents; what tools make is not ours", () => {
    const made = ["node_modules", "dist", "coverage"]

    const ours = present.filter((name) => !name.startsWith(".") && !made.includes(name))

    assert.deepStrictEqual(ours.filter((name) => ![...folders, "test", "examples", "docs"].includes(name)), [])
  })

  it("hold no more than 25 files, an index aside, where they do not mirror what is larger", () => {
    const mirrors = {
      "the platform's paths": ["schemas/endpoints", "src/emulator/handlers"],
      "the platform's entities": ["schemas/entities"],
      "the subjects of the platform's rules": ["src/emulator/model"]
    }

    const large = [...files].filter(([, names]) => names.filter((name) => !/\/index\.tsx?$/.test(name)).length > 25)

    assert.sameMembers(large.map(([folder]) => folder), Object.values(mirrors).flat())
  })

  it("hold more than one thing", () => {
    const inside = folders.flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory()).map(({ name, parentPath }) => path.join(parentPath, name))
    )

    assert.deepStrictEqual(inside.filter((folder) => readdirSync(folder).length < 2), [])
  })
})
