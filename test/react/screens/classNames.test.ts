import { assert, describe, expect, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const folder = new URL("../../../react/screens/", import.meta.url)

const textOf = (file: string) => readFileSync(new URL(file, folder), "utf8")

const used = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"))
  .flatMap((file) => textOf(file).match(/(?<=["'` ])lk-[a-z]+(?=["'` ])/g) ?? [])

const names = [...new Set(used)].toSorted()

describe("class names of the screens", () => {
  it("the screens have the class names that apps' style sheets rely on", async () => {
    await expect(`${names.join("\n")}\n`).toMatchFileSnapshot("classNames.txt")
  })

  it("the guide lists the class names of the screens", () => {
    const guide = readFileSync(new URL("../../docs/guides/theming-and-texts.md", folder), "utf8")
    const named = guide.match(/(?<=`\.)lk-[a-z]+(?=`)/g) ?? []

    assert.isAbove(named.length, 10)
    assert.deepStrictEqual(named.filter((name) => !names.includes(name)), [])
  })
})
