/**
 * Compares the public API of `dist/` with the one of the last version, in `.ci/api.txt`, and says whether the change is a
 * patch, minor or major. Fails where package.json and the changesets announce less. `npm run api`, after `npm run build`;
 * with `--update` it keeps today's: a release does, and a commit that says why a change breaks nobody.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { bumpBetween, changesOf, fits, greatest, neededBump } from "./apiChange.mjs"
import { apiOf } from "./apiReport.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const read = (name) => readFileSync(path.join(root, name), "utf8")
const kept = path.join(root, ".ci/api.txt")

const write = (version, api) =>
  `latchkey ${version}\n${Object.entries(api).map(([key, lines]) => `${[key, ...lines].join("\n\t")}\n`).join("")}`

const parse = (text) => {
  const [first, ...rest] = text.trimEnd().split(/\n(?!\t)/)
  const api = Object.fromEntries(rest.map((block) => {
    const [key, ...lines] = block.split("\n\t")
    return [key, lines]
  }))
  return { version: first.slice("latchkey ".length), api }
}

/** What the changesets that are to be released announce. */
const announced = () =>
  readdirSync(path.join(root, ".changeset")).filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => /^["']?latchkey["']?: *(major|minor|patch)$/m.exec(read(`.changeset/${file}`))?.[1] ?? "none")

const manifest = JSON.parse(read("package.json"))
if (!existsSync(path.join(root, "dist"))) throw new Error("dist/ is not there: npm run build makes it")
const api = apiOf(manifest, root)

if (process.argv.includes("--update")) {
  writeFileSync(kept, write(manifest.version, api))
  console.log(`.ci/api.txt: ${Object.keys(api).length} names of ${manifest.version}`)
} else {
  const { api: before, version } = parse(read(".ci/api.txt"))
  const changes = changesOf(before, api)
  for (const { bump, what } of changes) console.log(`${bump}: ${what}`)
  const needed = neededBump(changes, version)
  const given = greatest([bumpBetween(version, manifest.version), ...announced()])
  const isReleased = /^## \[?\d/m.test(read("CHANGELOG.md"))
  const said = `since ${version} ${changes.length} of ${Object.keys(api).length} names: ${needed}; announced: ${given}`
  console.log(isReleased ? said : `${said}; nothing was released yet, so every change fits`)
  process.exitCode = !isReleased || fits(given, needed) ? 0 : 1
}
