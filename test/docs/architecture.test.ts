/** Documentation for maintainers matches the code: rooms, imports between them, entries, files and commands. */
import { existsSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, expect, it } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { type Arrows, arrowsOf, crossings, reachedFrom, rooms } from "../support/suite/rooms.ts"
import { root, textOf } from "./sources.ts"

const { proofs } = await import(path.join(root, ".ci/prove.mjs"))

const architecture = textOf("docs/architecture.md")

const roomsPage = textOf("docs/rooms.md")

const contributing = textOf("CONTRIBUTING.md")

const isIn = (folder: string) => (room: string): boolean => room.startsWith(`${folder}/`)

/** Returns the imports between selected rooms, which `shown` names. */
const arrowsAmong = (shown: (room: string) => string | undefined): Arrows => {
  const among = new Map<string, Set<string>>()
  for (const [room, targets] of arrowsOf(crossings)) {
    const from = shown(room)
    if (from === undefined) continue
    const to = among.get(from) ?? new Set()
    among.set(from, to)
    for (const target of targets) {
      const name = shown(target)
      if (name !== undefined && name !== from) to.add(name)
    }
  }
  return among
}

/** Removes imports that are implied by longer paths. */
const reduced = (arrows: Arrows): Arrows =>
  new Map([...arrows].map(([room, targets]) => [
    room,
    new Set([...targets].filter((target) =>
      ![...targets].some((other) => other !== target && reachedFrom(other, arrows).has(target))
    ))
  ]))

const picture = (arrows: Arrows): string =>
  [
    "```mermaid",
    "flowchart BT",
    ...[...arrows.keys()].map((room) => `  ${room.replaceAll("/", "_")}["${room}"]`),
    ...[...reduced(arrows)].flatMap(([room, targets]) =>
      [...targets].map((target) => `  ${room.replaceAll("/", "_")} --> ${target.replaceAll("/", "_")}`)
    ),
    "```"
  ].join("\n")

const below = (folder: string) => (room: string): string | undefined =>
  isIn(folder)(room) ? room.slice(folder.length + 1) : undefined

/** Diagrams of the page of rooms. A room that consists of smaller rooms is drawn as one. */
const pictures: ReadonlyArray<readonly [name: string, shown: (room: string) => string | undefined]> = [
  ["layers", below("layers")],
  ["src/emulator", (room) => below("src/emulator")(room)?.split("/")[0]],
  ["src", (room) => isIn("src/emulator")(room) ? "emulator" : below("src")(room)]
]

const sources = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === "string" || !("latchkey-source" in target)
    ? []
    : [[path.posix.join(manifest.name, entry), target["latchkey-source"].slice(2)] as const]
)

/** Renders a table as dprint formats it. */
const table = (rows: ReadonlyArray<readonly [string, string]>): string => {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`
  return [line(rows[0]!), line(widths.map((width) => "-".repeat(width))), ...rows.slice(1).map(line)].join("\n")
}

const link = (file: string): string => file.includes("*") ? `\`${file}\`` : `[\`${file}\`](../${file})`

const entries = table([["Entry", "Module"], ...sources.map(([name, file]) => [`\`${name}\``, link(file)] as const)])

const between = (page: string, name: string, end: string, text: string): string => {
  const [start, stop] = [`<!-- ${name} -->`, `<!-- /${end} -->`]
  const from = page.indexOf(start) + start.length
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(page.indexOf(stop, from))}`
}

const upToDate = pictures.reduce(
  (page, [name, shown]) => between(page, `rooms: ${name}`, "rooms", picture(arrowsAmong(shown))),
  between(roomsPage, "entries", "entries", entries)
)

describe("docs/rooms.md", () => {
  it("docs/rooms.md draws the rooms and imports of the code, and lists the entries (update it with `vitest run test/docs/architecture.test.ts -u`)", async () => {
    assert.includeMembers([...reduced(arrowsAmong(pictures[0]![1])).get("access")!], ["session"])
    await expect(upToDate).toMatchFileSnapshot(`${root}docs/rooms.md`)
  })

  it("docs/rooms.md describes every room", () => {
    const listed = [...roomsPage.matchAll(/^\| (.*?) +\| /gm)]
      .flatMap(([, cell]) => [...cell!.matchAll(/\]\(\.\.\/([\w/]+)\)/g)].map(([, folder]) => folder!))

    const indexes = ["layers", "src/emulator", "src", "src/flows"]
    const isPart = (room: string) => /^src\/emulator\/(?:handlers|model)\//.test(room)

    assert.deepStrictEqual(
      rooms.filter((room) => !indexes.includes(room) && !isPart(room) && !listed.includes(room)),
      []
    )
  })
})

describe("documentation for maintainers", () => {
  const pages = {
    "docs/architecture.md": architecture,
    "docs/rooms.md": roomsPage,
    "CONTRIBUTING.md": contributing,
    "README.md": textOf("README.md")
  }

  const named = (pattern: RegExp, pages: Readonly<Record<string, string>>) =>
    Object.entries(pages).flatMap(([page, text]) =>
      [...text.matchAll(pattern)].map(([, name]) => ({ page, name: name! }))
    )

  it("the documentation for maintainers names only existing scripts of package.json, and existing proofs", () => {
    const commands = named(/\bnpm (?:run )?((?<=run )[\w:]+|test|start)\b/g, pages)
    const proven = named(/\bnpm run prove (\w+)/g, pages)

    assert.isAbove(commands.length, 10)
    assert.deepStrictEqual(commands.filter(({ name }) => !(name in manifest.scripts)), [])
    assert.deepStrictEqual(proven.filter(({ name }) => !Object.hasOwn(proofs, name)), [])
  })

  it("CONTRIBUTING.md names every proof, and package.json has at most twelve scripts", () => {
    const text = pages["CONTRIBUTING.md"]

    assert.deepStrictEqual(Object.keys(proofs).filter((name) => !text.includes(`npm run prove ${name}`)), [])
    assert.isAtMost(Object.keys(manifest.scripts).length, 12)
  })

  it("the documentation for maintainers names only existing files and folders", () => {
    const inTicks = /`((?:\.ci|schemas|layers|src|react|test|docs|examples)\/[^`\s*§]*)`/g
    const inCommands = /`(?:npx vitest run|npm run example|node) ([\w./-]+)/g
    const { "README.md": _, ...ours } = pages

    const places = [...named(inTicks, ours), ...named(inCommands, ours)]

    assert.isAbove(places.length, 20)
    assert.deepStrictEqual(places.filter(({ name }) => !existsSync(path.join(root, name))), [])
  })

  it("the documentation for maintainers lists the steps of `.ci/run` in their order", () => {
    const run = [...textOf(".ci/run").matchAll(/^ *step (npm (?:test|run (?:prove )?[\w:]+))/gm)].map(([, gate]) =>
      gate
    )

    const listed = [...contributing.matchAll(/^\| `(npm (?:test|run (?:prove )?[\w:]+))` +\| /gm)].map(([, gate]) =>
      gate
    )

    assert.deepStrictEqual(listed, [...new Set(run)])
  })
})
