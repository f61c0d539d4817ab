/**
 * Allowed imports: schemas ← layers ← src ← react, the order of rooms within a folder, and the emulator, which only the
 * CLI imports.
 */
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
} from "./support/suite/rooms.ts"

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
  it("the scan of the source code finds all imports", () => {
    assert.isAbove(imports.length, 300)
    assert.includeDeepMembers([...imports], [{ file: "schemas/KnownError.ts", target: "schemas/compiled/wireName.ts" }])
  })

  it("modules import only from their own folder or from folders below: schemas ← layers ← src ← react", () => {
    const height = (file: string) => folders.indexOf(file.split("/")[0]!)

    assert.deepStrictEqual(
      offences((it) => isOurs(it) && (height(it.target) === -1 || height(it.target) > height(it.file))),
      []
    )
  })

  it("schemas import only effect and schemas", () => {
    assert.deepStrictEqual(
      offences((it) => isIn("schemas")(it.file) && !isOurs(it) && !it.target.startsWith("effect/")),
      []
    )
  })

  it("O4: only the emulator, simulations and the CLI import the emulator", () => {
    const mayImport = [isEmulator, isIn("src/testing/simulate"), isIn("src/cli")]

    assert.deepStrictEqual(
      offences(({ file, target }) => isEmulator(target) && !mayImport.some((may) => may(file))),
      []
    )
  })

  it("X7: no code outside src/testing/simulate imports the simulator", () => {
    const isSimulator = isIn("src/testing/simulate")

    assert.deepStrictEqual(offences(({ file, target }) => isSimulator(target) && !isSimulator(file)), [])
  })

  it("the complete contract is imported only by code that needs it", () => {
    const needIt = [
      isEmulator,
      isIn("src/cli"),
      (file: string) => /\/(?:openapi|promise\/calls|routing|tape\/\w+)\.ts$/i.test(file)
    ]
    const isContract = (file: string) => /^schemas\/(?:catalogue|routing)\.ts$/.test(file)

    assert.deepStrictEqual(
      offences(({ file, target }) => isContract(target) && !needIt.some((needs) => needs(file))),
      []
    )
  })

  it("O6: only the emulator reads requests by the platform's own rules, so that no client contains these rules", () => {
    const isRule = isIn("src/emulator/rules")

    assert.isAbove(imports.filter(({ file, target }) => isRule(target) && !isRule(file)).length, 0)
    assert.deepStrictEqual(
      offences(({ file, target }) => isRule(target) && !isRule(file) && !isIn("src/emulator/request")(file)),
      []
    )
  })

  it("only code that never runs in a browser imports Node's modules", () => {
    assert.deepStrictEqual(
      offences(({ file, target }) =>
        target.startsWith("node:") && ![isEmulator, isIn("src/cli"), isIn("src/node")].some((mayUse) => mayUse(file))
      ),
      []
    )
  })

  it("only react imports React", () => {
    assert.deepStrictEqual(
      offences(({ file, target }) =>
        /^react(?:-dom)?(?:\/|$)/.test(target) && !isOurs({ file, target }) && !isIn("react")(file)
      ),
      []
    )
  })
})

describe("a file", () => {
  it("no file imports itself through other files, including type imports", () => {
    const arrows = new Map(modules.map((module) => [module, new Set<string>()]))
    for (const it of imports) if (isOurs(it)) arrows.get(it.file)!.add(it.target)

    assert.deepStrictEqual(modules.filter((module) => reachedFrom(module, arrows).has(module)), [])
  })
})

describe("the rooms of layers and src", () => {
  it("every room of layers and src is listed once in the order of imports", () => {
    assert.deepStrictEqual(rows.flat().toSorted(), rooms)
  })

  it("rooms of layers and src import only from rooms below them in the order", () => {
    const row = (file: string) => rows.findIndex((row) => row.includes(roomOf(file)))

    assert.isAbove(crossings.length, 400)
    assert.deepStrictEqual(offences(({ file, target }) => row(target) >= row(file), crossings), [])
  })

  it("rooms of layers and src are imported only through their index", () => {
    // entries name each export, and the admin level exports some names of the server level too
    const entries = Object.values(manifest.exports).map((entry) => Object(entry)["latchkey-source"])
    const isTable = (file: string) =>
      [
        ...entries,
        "./src/backend/identity/requests.ts",
        "./src/flows/index.ts",
        "./src/accountReads.ts",
        "./src/currentReads.ts",
        "./src/reads.ts",
        "./src/testing/simulate/loaded.ts"
      ].includes(
        `./${file}`
      ) || /^layers\/\w+\.ts$/.test(file)
    const passesOn = ({ file, target }: Import) => file === "src/admin/emails.ts" && target === "src/server/emails.ts"

    assert.deepStrictEqual(rooms.filter((room) => !files.get(room)!.includes(`${room}/index.ts`)), ["src/cli"])
    assert.deepStrictEqual(
      offences((it) => !it.target.endsWith("/index.ts") && !isTable(it.file) && !passesOn(it), crossings),
      []
    )
  })

  it("rooms of layers and src never import each other, directly or through other rooms", () => {
    const arrows = arrowsOf(crossings)

    assert.deepStrictEqual(rooms.filter((room) => reachedFrom(room, arrows).has(room)), [])
  })
})

describe("the folders", () => {
  it("the repository has only four source folders, besides tests, examples, documents and generated folders", () => {
    const made = ["node_modules", "dist", "coverage"]

    const ours = present.filter((name) => !name.startsWith(".") && !made.includes(name))

    assert.deepStrictEqual(ours.filter((name) => ![...folders, "test", "examples", "docs"].includes(name)), [])
  })

  it("source folders contain at most 25 files in addition to an index, unless they mirror a larger list", () => {
    const mirrors = {
      "the platform's paths": ["schemas/endpoints"],
      "the platform's entities": ["schemas/entities"]
    }

    const large = [...files].filter(([, names]) => names.filter((name) => !/\/index\.tsx?$/.test(name)).length > 25)

    assert.sameMembers(large.map(([folder]) => folder), Object.values(mirrors).flat())
  })

  it("folders of tests contain at most 25 files, unless they hold one file for each screen", () => {
    const perScreen = ["browser/pictures/kept", "browser/screens/trees"]
    const inside = readdirSync(`${root}test`, { recursive: true, withFileTypes: true })
    const counts = new Map<string, number>()
    for (const entry of inside) {
      if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1)
    }

    const large = [...counts].filter(([, count]) => count > 25).map(([folder]) =>
      path.relative(`${root}test`, folder).replaceAll(path.sep, "/")
    )

    assert.sameMembers(large.filter((folder) => !folder.startsWith("browser/.")), perScreen)
  })

  it("source folders contain more than one entry", () => {
    const inside = folders.flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory()).map(({ name, parentPath }) => path.join(parentPath, name))
    )

    assert.deepStrictEqual(inside.filter((folder) => readdirSync(folder).length < 2), [])
  })
})
