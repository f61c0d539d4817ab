/** The repository's texts as the tests of its documents read them. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** Where others read the repository. */
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "")

/** A file from the root. */
export const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8")

/** Files below a folder, from the root and with slashes. */
export const filesIn = (folder: string, name: RegExp): ReadonlyArray<string> =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
    .filter((file) => name.test(file) && !/(?:^|\/)(?:node_modules|dist|\.next)\//.test(file))
    .sort()

/** What a law is called. */
const id = "[A-V]\\d{1,2}"

/** A text that begins with ids of laws: `"D6: …"`, `"D6 D7 …"`, `` `M5 …, and M7 …` ``. */
const titled = new RegExp(`["'\`]((?:${id}(?:, | and | ))*${id}(?:: | (?=[a-z$\\d]|\\S+ [a-z])))([^\\n]*)`, "g")

const idsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`\\b${id}\\b`, "g"))].map(([it]) => it)

/** The tests that laws are shown by, and the soak, whose verdicts name theirs. */
const shows = [...filesIn("test", /\.test\.tsx?$/), "test/bench/soak.ts"]

const lawsShownIn = (file: string): ReadonlySet<string> =>
  new Set(
    file === "test/bench/soak.ts"
      ? [...textOf(file).matchAll(/\blaw: "([A-V]\d+)"/g)].map(([, law]) => law!)
      : [...textOf(file).matchAll(titled)].flatMap(([, before, after]) => [
        ...idsIn(before!),
        ...[...after!.matchAll(new RegExp(` and (${id}) `, "g"))].map(([, law]) => law!)
      ])
  )

/** Each law that a title names, with the files where one does. */
export const shownBy: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const found = new Map<string, Array<string>>()
  for (const file of shows) {
    for (const law of lawsShownIn(file)) found.set(law, [...found.get(law) ?? [], file])
  }
  return found
})()
