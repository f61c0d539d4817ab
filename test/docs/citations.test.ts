/** Every document and section that comments, titles and texts cite exists. */
import { existsSync, readdirSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { shownBy } from "../../docs/.vitepress/site/laws.ts"
import { endpoints, errors, families } from "../../schemas/catalogue.ts"
import { filesIn, repository, root, textOf } from "./sources.ts"

const documents = filesIn("docs", /\.md$/)

/** Documents that are read in the repository. */
const pages = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...documents,
  ...filesIn("examples", /\.md$/)
]

const code = ["schemas", "layers", "src", "react", "test", "examples", ".ci"].flatMap((folder) =>
  filesIn(folder, /\.(?:tsx?|mjs)$/)
).filter((file) => !file.startsWith("test/docs/"))

/** Returns the text of a file on one line, because a citation in a comment may span several lines. */
const wordsOf = (file: string): string => textOf(file).replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, " ")

const cited = [...code, ...pages].map((file) => ({ file, words: wordsOf(file) }))

/**
 * Returns the sections of a document: the numbers of its headings (`## 11. OAuth`), or of its rows if it is one table.
 */
const sectionsOf = (document: string): ReadonlySet<string> =>
  new Set(
    [...textOf(document).matchAll(/^(?:#{2,3} ([\d.]*\d)\.? \S|\| (\d+) +\|)/gm)].map(([, heading, row]) =>
      heading ?? row!
    )
  )

const lawsAndGroups = new Set(
  [...textOf("docs/laws.md").matchAll(/^(?:### ([A-Z]\d+|[a-z]+-\d+) |## ([A-Z]|[a-z]+)\. )/gm)].map(([, law, group]) =>
    law ?? group!
  )
)

const section = "§[\\d.]*\\d"
const law = "(?:[a-z]+-\\d+|[A-Z]\\d{0,2})\\b"
const several = (one: string) => `${one}(?:(?:, |–)${one})*`

const citation = new RegExp(`\\bdocs/([\\w-]+\\.md)(?: (${several(section)}|${several(law)}))?`, "g")

/** Citations of external documents: a public number, sometimes with a section. */
const elsewhere = new RegExp(
  `\\b(?:RFC \\d{3,5}(?:bis)?|WebAuthn L[23]|ISO/IEC \\d+) ${section}(?:(?:, | and )${section})*`,
  "g"
)

const misses = (of: (file: string, words: string) => Iterable<string>): ReadonlyArray<string> =>
  cited.flatMap(({ file, words }) => [...of(file, words)].map((miss) => `${file}: ${miss}`))

describe("a citation", () => {
  it("a citation names an existing document and section", () => {
    const known = new Map(documents.map((document) => [document, sectionsOf(document)]))
    let count = 0

    assert.deepStrictEqual(
      misses(function*(_, words) {
        for (const [found, name, places = ""] of words.matchAll(citation)) {
          count++
          const sections = known.get(`docs/${name}`)
          const has = (place: string) => name === "laws.md" ? lawsAndGroups.has(place) : sections?.has(place.slice(1))
          if (sections === undefined || !places.split(/, |–/).every((place) => place === "" || has(place))) yield found
        }
      }),
      []
    )
    assert.isAbove(count, 300)
  })

  it("a citation names the document together with the section or law", () => {
    assert.deepStrictEqual(
      misses(function*(file, words) {
        // A test below checks links. A document may cite its own sections by number.
        const rest = words.replace(citation, "").replace(elsewhere, "").replace(/\[[^\]]*\]\([^)]*\)/g, "")
        const own = documents.includes(file) ? sectionsOf(file) : new Set<string>()
        for (const { 0: found, 1: number, index } of rest.matchAll(/§([\d.]*\d)?/g)) {
          if (number === undefined ? own.size === 0 : !own.has(number)) {
            yield rest.slice(Math.max(0, index - 30), index) + found
          }
        }
        for (const [found] of rest.matchAll(/\b[Ll]aws? (?:[A-Z]\d{0,2}|[a-z]+-\d+)\b/g)) yield found
      }),
      []
    )
  })

  it("a citation of a test in a page names an existing file whose test titles contain the cited laws", () => {
    const tests = ["test", "examples"].flatMap((folder) => filesIn(folder, /\.test\.tsx?$/))

    const wrong = pages.flatMap((page) =>
      [...textOf(page).matchAll(/`([\w/.-]+\.test\.tsx?)`((?:,? (?:[A-Z]\d+|[a-z]+-\d+))*)/g)].flatMap(
        ([found, name, laws]) => {
          const file = tests.find((test) => test === `test/${name}`) ??
            tests.find((test) => `/${test}`.endsWith(`/${name}`))
          const isShown = (law: string) => file !== undefined && shownBy.get(law)?.includes(file) === true
          return file !== undefined && (laws!.match(/[A-Z]\d+|[a-z]+-\d+/g) ?? []).every(isShown)
            ? []
            : [`${page}: ${found}`]
        }
      )
    )

    assert.deepStrictEqual(wrong, [])
  })
})

describe("a link in a page", () => {
  /** Returns the anchors that GitHub generates for headings. */
  const anchorsOf = (page: string): ReadonlyArray<string> =>
    [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
      heading!.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-")
    )

  const inRepository = RegExp(`(?<=\\]\\()${repository}/(?:blob|tree)/main(?=/)`, "g")

  /** Replaces URLs of the repository's pages by relative paths. */
  const relative = (page: string): string =>
    textOf(page).replace(inRepository, path.posix.relative(path.posix.dirname(page), ".") || ".")

  it("every link within the repository leads to an existing file and heading", () => {
    const dead = pages.flatMap((page) =>
      [...relative(page).replace(/```[\s\S]*?```/g, "").matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].flatMap(([, link]) => {
        // pictures that the site's build creates and checks
        if (link!.startsWith("/screens/")) return []
        const [file, anchor] = link!.split("#")
        const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file!)
        const isThere = existsSync(path.join(root, target))
          && (anchor === undefined || anchorsOf(target).includes(anchor))
        return isThere ? [] : [`${page}: ${link}`]
      })
    )

    assert.deepStrictEqual(dead, [])
  })
})

describe("names of the protocol in documents", () => {
  const namesIn = (pattern: RegExp): ReadonlyArray<string> =>
    documents.flatMap((document) => [...textOf(document).matchAll(pattern)].map(([, ...name]) => name.join(" ")))

  it("protocol codes that documents name are codes of the contract", () => {
    const known = new Set<string>([
      ...errors.map(({ spec }) => spec.code),
      ...families.map(({ family }) => family.code),
      "INFINITE_LOOP_DETECTED",
      // code of tRPC and oRPC
      "SERVICE_UNAVAILABLE",
      // a setting of Effect's cluster
      "SHARD_LOCK_EXPIRATION"
    ])

    const codes = namesIn(/`([A-Z]+(?:_[A-Z]+)+)`/g).filter((name) => !/(?:STACK|HEXCLAVE)_/.test(name))

    assert.isAbove(codes.length, 150)
    assert.deepStrictEqual(codes.filter((code) => !known.has(code)), [])
  })

  it("protocol endpoints that documents name are endpoints of the contract", () => {
    const shape = (path: string) => path.replace(/\{[^}]*\}/g, "{}")
    const known = new Set(endpoints.map(({ spec }) => `${spec.method} ${shape(spec.path)}`))

    const named = namesIn(/`(GET|POST|PATCH|PUT|DELETE) (\/(?:[\w./-]|\{[^}]*\})*)(?=[?` ])/g).map(shape)

    assert.isAbove(named.length, 40)
    assert.deepStrictEqual(named.filter((each) => each !== "GET /health" && !known.has(each)), [])
  })
})
