/** Finds the tests of each law by their titles. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { repository } from "./addresses.ts"
import { root } from "./pages.ts"

/** A law of a room, such as `observe-1`, or of a subject with a letter, such as `D6`. */
const id = "(?:[a-z]+-\\d{1,2}|[A-Z]\\d{1,2})"

const lettered = "[A-Z]\\d{1,2}"

/** Matches a text that begins with ids of laws: `"D6: …"`, `"D6 D7 …"`, `` `M5 …, and M7 …` ``. */
const titled = new RegExp(
  `["'\`]((?:${id}(?:, | and | ))*(?:${id}: |${lettered} (?=[a-z$\\d]|\\S+ [a-z])))([^\\n]*)`,
  "g"
)

const idsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`\\b${id}\\b`, "g"))].map(([it]) => it)

/** Test files, and the files of the soak test, whose results name laws. */
const tests = [
  ...readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((file) => `test/${file.split(path.sep).join("/")}`).filter((file) => /\.test(?:-d)?\.tsx?$/.test(file)).sort(),
  "test/bench/soak.ts"
]

const lawsShownIn = (file: string): ReadonlySet<string> => {
  const text = readFileSync(path.join(root, file), "utf8")
  return new Set(
    file === "test/bench/soak.ts"
      ? [...text.matchAll(new RegExp(`\\blaw: "(${id})"`, "g"))].map(([, law]) => law!)
      : [...text.matchAll(titled)].flatMap(([, before, after]) => [
        ...idsIn(before!),
        ...[...after!.matchAll(new RegExp(` and (${lettered}) `, "g"))].map(([, law]) => law!)
      ])
  )
}

/** Laws that test titles name, each with the files of these tests. */
export const shownBy: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const found = new Map<string, Array<string>>()
  for (const file of tests) {
    for (const law of lawsShownIn(file)) found.set(law, [...found.get(law) ?? [], file])
  }
  return found
})()

// an address, because the package contains the docs but not the tests
const link = (file: string): string => `[\`${file.replace(/^test\//, "")}\`](${repository}/blob/main/${file})`

/** Adds links to the tests below each law of the law book. Returns other pages unchanged. */
export const withTestsOfLaws = (file: string, text: string): string =>
  file !== "laws.md" ? text : text.split(/\n(?=#{2,3} )/).map((section) => {
    const files = shownBy.get(new RegExp(`^### (${id}) `).exec(section)?.[1] ?? "")
    return files === undefined ? section : `${section.trimEnd()}\n\nShown by ${files.map(link).join(", ")}\n`
  }).join("\n")
