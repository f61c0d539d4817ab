/** Who may import whom: schemas ← layers ← src ← react, and the emulated platform only where it is asked for. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("../", import.meta.url))

/** Lower may not import higher. */
const folders = ["schemas", "layers", "src", "react"]

interface Import {
  /** From the root, with slashes. */
  readonly file: string
  /** From the root for a file of ours, otherwise as written. */
  readonly target: string
}

const written = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g

const importsOf = (file: string): ReadonlyArray<Import> => {
  const code = readFileSync(path.join(root, file), "utf8")
    .split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join("\n")
  return [...code.matchAll(written)].map(([, target]) => ({
    file,
    target: target!.startsWith(".") ? slashes(path.join(path.dirname(file), target!)) : target!
  }))
}

const slashes = (file: string): string => file.split(path.sep).join("/")

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => slashes(path.join(folder, file)))

const present = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) =>
  name
)

const imports = folders.filter((folder) => present.includes(folder)).flatMap(filesIn).flatMap(importsOf)

const isOurs = ({ target }: Import): boolean => present.includes(target.split("/")[0]!)

const isIn = (folder: string) => (file: string): boolean => file.startsWith(`${folder}/`)

const isEmulator = isIn("layers/emulator")

const offences = (isOffence: (it: Import) => boolean): ReadonlyArray<string> =>
  imports.filter(isOffence).map(({ file, target }) => `${file} imports ${target}`)

describe("imports", () => {
  it("are read: there are hundreds", () => {
    assert.isAbove(imports.length, 300)
    assert.includeDeepMembers(imports, [{ file: "schemas/KnownError.ts", target: "schemas/wireNames.ts" }])
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

describe("the folders", () => {
  it("are four, with tests, examples and documents; what tools make is not ours", () => {
    const made = ["node_modules", "dist", "coverage"]

    const ours = present.filter((name) => !name.startsWith(".") && !made.includes(name))

    assert.deepStrictEqual(ours.filter((name) => ![...folders, "test", "examples", "docs"].includes(name)), [])
  })
})
