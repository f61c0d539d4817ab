import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import * as react from "../../../react/index.ts"
import * as parts from "../../../react/parts/index.ts"
import * as screens from "../../../react/screens/index.ts"
import * as latchkey from "../../../src/index.ts"
import * as payments from "../../../src/payments/index.ts"
import { startExample } from "../../support/processes/runExample.ts"
import { officialNames } from "./officialNames.ts"
import { usedNames } from "./usedNames.ts"

const guide = readFileSync(new URL("../../../docs/guides/names-of-the-platforms-sdk.md", import.meta.url), "utf8")

/** Rows of the guide's tables: a name of the platform's SDK, and the name in this package. */
const rowsOf = (text: string): ReadonlyArray<readonly [theirs: string, ours: string]> =>
  text.split("\n").map((line) => line.split("|")).filter((cells) => cells.length === 4)
    .map(([, theirs, ours]) => [theirs!, ours!] as const)

const textOf = (page: string) => readFileSync(new URL(`../../../docs/guides/${page}.md`, import.meta.url), "utf8")

/** The pages of the guide. */
const pagesOfMove = [
  "moving-from-the-platforms-sdk",
  "moving-a-next-app",
  "moving-a-spa",
  "moving-a-back-end",
  "moving-a-command-line-tool",
  "migrate",
  "names-of-the-platforms-sdk"
]

const oursIn = (text: string): ReadonlyArray<string> => rowsOf(text).map(([, ours]) => ours)

const isDenied = (ours: string) => ours.trimStart().startsWith("–")

/** Names that no known revision of the platform serves, or that have no effect here. The list may only become shorter. */
const withoutCounterpart = [
  "noAutomaticPrefetch",
  "stackAppInternalsSymbol",
  "toClientJson",
  "fromClientJson",
  "setCurrentUser",
  "defineStackConfig",
  "getPagePrompt",
  "updatePassword",
  "sendVerificationEmail",
  "refreshEmailDrafts",
  "deleteManagedEmailDomain"
]

describe("examples/migration", () => {
  it("each migrated line in examples/migration has the same effect as the original, and prints no secret", async () => {
    const { code, output } = await startExample("migration").end()

    assert.strictEqual(code, 0, output)
    assert.include(output, "Refused: ")
    assert.include(output, "All users: ada@work.example")
    assert.include(output, "Access token to act as ada@example.com: <redacted>")
    assert.deepStrictEqual(output.match(/Sessions: \d/g), ["Sessions: 1", "Sessions: 0"])
  })

  it("the migration guide has a row for every name of the official SDK", () => {
    const theirs = rowsOf(guide).map(([theirs]) => theirs).join("\n")
    const names = Object.values(officialNames).flatMap((names) => names.split(/\s+/))

    const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(theirs))

    assert.isAbove(names.length, 200)
    assert.deepStrictEqual(missing, [])
  })

  it("each name that public apps use has a row in the guide's pages, which leads to its replacement", () => {
    const rows = pagesOfMove.flatMap((page) => rowsOf(textOf(page)))
    // without spaces, because code in a cell may have more of them
    const has = (cell: string, text: string) =>
      new RegExp(`(?<![\\w-])${text.replaceAll(/[^\w ]/g, "\\$&").replaceAll(" ", "\\s*")}(?![\\w-])`).test(cell)
      || (/\W$/.test(text) && cell.includes(text))
    const names = Object.values(usedNames).flat().map(([theirs, ours]) =>
      [theirs.replace("Hexclave", "Stack"), ours] as const
    )

    const missing = names.filter(([theirs, ours]) =>
      !rows.some(([left, right]) => has(left, theirs) && has(right, ours))
    )

    assert.isAbove(names.length, 100)
    assert.deepStrictEqual(missing, [])
  })

  it("each page of the move leads on to the table of names, and each page names both brands", () => {
    for (const page of pagesOfMove) {
      const text = textOf(page)
      assert.match(text, /@stackframe\//, page)
      assert.match(text, /@hexclave\//, page)
      if (page !== "names-of-the-platforms-sdk") assert.include(text, "names-of-the-platforms-sdk.md", page)
    }
  })

  it("the migration guide contains only existing names", async () => {
    const names = oursIn(guide).flatMap((cell) =>
      [...cell.matchAll(/`([A-Za-z]+(?:\.[A-Za-z]+)+)/g)].map(([, name]) => name!)
    )

    const found = await Promise.all(names.map((name) => name.startsWith("client.") || find(name)))
    const missing = names.filter((_, index) => found[index] === undefined)

    assert.isAbove(names.length, 100)
    assert.deepStrictEqual(missing, [])
  })

  it("the functions that the migration guide lists as missing don't exist", () => {
    const api = new Set(readFileSync(new URL("../../../.ci/api.txt", import.meta.url), "utf8").match(/[A-Za-z]+/g))
    const namesOf = (rows: ReadonlyArray<readonly [theirs: string, ours: string]>) =>
      rows.flatMap(([theirs]) => [...theirs.matchAll(/`([A-Za-z]+)/g)].map(([, name]) => name!))
    const rows = rowsOf(guide)
    // names that belong to several objects, such as an option of two components
    const known = new Set(rows.filter(([, ours]) => !isDenied(ours)).join().match(/[A-Za-z]+/g))

    const names = namesOf(rows.filter(([, ours]) => isDenied(ours))).filter((name) => !known.has(name))

    assert.isAbove(names.length, 5)
    assert.deepStrictEqual(names.filter((name) => api.has(name)), [])
  })

  it("the migration guide omits a counterpart only for names that the platform can't serve or that have no effect, and gives the reason", () => {
    const denied = rowsOf(guide).filter(([, ours]) => isDenied(ours))

    assert.deepStrictEqual(
      denied.flatMap(([theirs]) => [...theirs.matchAll(/`([A-Za-z]+)/g)].map(([, name]) => name)),
      withoutCounterpart
    )
    for (const [, ours] of denied) {
      assert.match(ours.trim(), /^– (?:without effect|unnecessary|not on the wire|impossible|missing on the wire): \S/)
    }
    assert.notMatch(guide.slice(guide.indexOf("## Smaller differences")), /: –/)
  })

  it.each(["moving-from-clerk", "moving-from-auth-js"])(
    "%s.md names only existing functions and components",
    (page) => {
      const text = readFileSync(new URL(`../../../docs/guides/${page}.md`, import.meta.url), "utf8")
      const api = new Set(readFileSync(new URL("../../../.ci/api.txt", import.meta.url), "utf8").match(/[A-Za-z]+/g))
      const names = oursIn(text.slice(0, text.indexOf("## No counterpart"))).flatMap((cell) =>
        [...cell.matchAll(/`[^`]+`/g)].flatMap(([code]) => code.match(/[A-Za-z]{3,}/g) ?? [])
      )

      assert.isAbove(names.length, 20)
      assert.deepStrictEqual(names.filter((name) => !api.has(name)), [])
    }
  )

  it("the migration guide contains only existing React names", () => {
    const section = guide.slice(guide.indexOf("## React"), guide.indexOf("## Smaller differences"))
    // Components and hooks. Other code words in the row are their properties.
    const names = oursIn(section).flatMap((cell) =>
      [...cell.matchAll(/`((?:use)?[A-Z][A-Za-z]*)[`(]/g)].map(([, name]) => name!)
    )
    const exported = { ...latchkey, ...react, ...parts, ...screens }

    assert.isAbove(names.length, 30)
    assert.deepStrictEqual(names.filter((name) => !(name in exported)), [])
  })
})

/**
 * Finds a name in the form that the guide uses: `teams.create`, `server.users.list` or, for an endpoint, `Teams.list`.
 */
const find = async (name: string): Promise<unknown> => {
  const [first, ...rest] = name.split(".") as [string, ...ReadonlyArray<string>]
  const endpoints = new URL(
    `../../../schemas/endpoints/${first[0]!.toLowerCase()}${first.slice(1)}.ts`,
    import.meta.url
  )
  const top: unknown = first === "server"
    ? latchkey.Server
    : first === "admin"
    ? latchkey.Admin
    : /^[A-Z]/.test(first) && existsSync(endpoints)
    ? await import(endpoints.href)
    : latchkey[first as keyof typeof latchkey] ?? payments[first as keyof typeof payments]
  return rest.reduce<unknown>((at, part) => (at as { readonly [part: string]: unknown } | undefined)?.[part], top)
}
