/** Prints the result of a command as a row for the table in `docs/proof.md`. A person copies the row into the table. */
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
 * Prints the result of a command as a row of the table.
 * @param command The command in the form that users type, such as `npm run prove coverage`.
 */
export const printRow = (command: string, found: string): void => {
  const { commit, date } = occasion()
  console.log(`| \`${command}\` | ${found} | ${date} | \`${commit}\` |`)
}
