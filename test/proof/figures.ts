/**
 * Keeps what a command found beside the day and the commit: `docs/proof.md` shows it. Only runs of everything count, of a
 * tree without changes; others print what they found and keep nothing.
 */
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { root } from "../bench/dist.ts"

const file = path.join(import.meta.dirname, "figures.json")

/** What a command found. */
export interface Figure {
  readonly date: string
  readonly commit: string
  readonly found: string
}

const git = (...args: ReadonlyArray<string>): string =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim()

/** When and of what a run is. */
export const occasion = (): Omit<Figure, "found"> => ({
  date: new Date().toISOString().slice(0, 10),
  commit: git("rev-parse", "--short", "HEAD")
})

/** @param command As people type it, such as `npm run coverage`. */
export const keep = (command: string, found: string): void => {
  console.log(found)
  // what the commands themselves keep is no change of what they look at
  if (git("status", "--porcelain", "--", ".", ":!test/proof", ":!docs/proof.md") !== "") {
    console.log("The tree has changes, so docs/proof.md stays as it is.")
    return
  }
  const figures: Record<string, Figure> = { ...JSON.parse(readFileSync(file, "utf8")) }
  figures[command] = { ...occasion(), found }
  const sorted = Object.fromEntries(Object.entries(figures).toSorted(([a], [b]) => a.localeCompare(b)))
  writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`)
  spawnSync(process.execPath, [path.join(root, ".ci/readme.mjs")], { stdio: "inherit" })
}
