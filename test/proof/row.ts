/** Prints the result of a command as a row of the table in `docs/proof.md`, into which it is copied by hand. */
import { spawnSync } from "node:child_process"
import { root } from "../bench/dist.ts"

const git = (...args: ReadonlyArray<string>): string =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim()

/** Returns the date and the commit, with `+` for uncommitted changes. */
export const occasion = (): { readonly date: string; readonly commit: string } => ({
  date: new Date().toISOString().slice(0, 10),
  commit: `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain") === "" ? "" : "+"}`
})

/**
 * Prints a command's result as a row.
 *
 * @param command As users type it, such as `npm run coverage`.
 */
export const printRow = (command: string, found: string): void => {
  const { commit, date } = occasion()
  console.log(`| \`${command}\` | ${found} | ${date} | \`${commit}\` |`)
}
