import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, beforeEach, describe, it, onTestFinished } from "vitest"
import { replaceFile } from "../../../src/node/replaceFile.ts"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "latchkey-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

describe("replaceFile", () => {
  it("M4: concurrent calls of replaceFile leave one file with one complete text, readable only by its user", async () => {
    const file = path.join(folder, "state.json")
    const texts = Array.from(Array(10).keys(), (each) => `${each}`.repeat(10_000))

    await Promise.all(texts.map((text) => replaceFile(file, text)))

    assert.include(texts, readFileSync(file, "utf8"))
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    assert.deepStrictEqual(readdirSync(folder), ["state.json"])
  })

  it("M4: replaceFile never writes through a link with a predictable name", async () => {
    const file = path.join(folder, "state.json")
    const elsewhere = path.join(folder, "elsewhere")
    writeFileSync(elsewhere, "theirs")
    symlinkSync(elsewhere, `${file}.tmp`)

    await replaceFile(file, "mine")

    assert.strictEqual(readFileSync(elsewhere, "utf8"), "theirs")
  })

  it("replaceFile leaves no temporary file if the file can't be replaced", async () => {
    const file = path.join(folder, "state.json")
    mkdirSync(file)

    const fault = await replaceFile(file, "text").then(() => undefined, ({ code }) => code)

    assert.strictEqual(fault, "EISDIR")
    assert.deepStrictEqual(readdirSync(folder), ["state.json"])
  })
})
