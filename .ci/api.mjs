/**
 * Compares `.ci/api.txt` with its version at the last release's tag, and prints whether the change is a patch, minor or
 * major. Fails if package.json and the changesets announce a smaller change. `npm run prove api`.
 * `test/publicApi.test.ts` checks that `.ci/api.txt` is up to date.
 */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { bumpBetween, changesOf, fits, greatest, neededBump, parseApi } from "./apiChange.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const read = (name) => readFileSync(path.join(root, name), "utf8")

const git = (...args) => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: Infinity })
  return status === 0 ? stdout : undefined
}

/** Version steps that the changesets announce for the next release. */
const announced = () =>
  readdirSync(path.join(root, ".changeset")).filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => /^["']?latchkey["']?: *(major|minor|patch)$/m.exec(read(`.changeset/${file}`))?.[1] ?? "none")

const api = parseApi(read(".ci/api.txt"))
const { version: current } = JSON.parse(read("package.json"))
// a shallow clone may have the tags, but lacks the commits between them
const version = git("tag", "--list", "v*", "--sort=-v:refname")?.split("\n")[0] || undefined

if (version !== undefined) {
  const changes = changesOf(parseApi(git("show", `${version}:.ci/api.txt`)), api)
  for (const { bump, what } of changes) console.log(`${bump}: ${what}`)
  const needed = neededBump(changes, version.slice(1))
  const given = greatest([bumpBetween(version.slice(1), current), ...announced()])
  console.log(`since ${version} ${changes.length} of ${Object.keys(api).length} names: ${needed}; announced: ${given}`)
  process.exitCode = fits(given, needed) ? 0 : 1
} else if ([...read("CHANGELOG.md").matchAll(/^## \[?(\d[\d.]*)/gm)].some(([, released]) => released !== current)) {
  throw new Error("There is no tag of a release to compare with. Fetch the tags: git fetch --tags")
} else console.log(`${Object.keys(api).length} names; no release exists, so any change is allowed`)
