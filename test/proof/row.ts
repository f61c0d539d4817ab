/** What a command found as a row of the table in `docs/proof.md`, which is typed in from there. */
import { spawnSync } from "node:child_process"
import { root } from "../bench/dist.ts"

const git = (...args: ReadonlyArray<string>): string =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim()

/** The day, and the commit with a `+` where the tree has changes. */
export const occasion = (): { readonly date: string; readonly commit: string } => ({
  date: new Date().toISOString().slice(0, 10),
  commit: `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain") === "" ? "" : "+"}`
})

/**
 * Prints the row of a command's run.
 *
 * @param command As people type it, such as `npm run coverage`.
 */
export const printRow = (command: string, found: string): void => {
  const { commit, date } = occasion()
  console.log(`| \`${command}\` | ${found} | ${date} | \`${commit}\` |`)
}
