/** Finds the sources of a project that use the platform's packages. Follows no links. */
import { readdirSync } from "node:fs"
import * as path from "node:path"
import { contentsOf } from "../project/index.ts"

/** Largest number of folders and files to look at. */
const most = 50_000

const isSkipped = (name: string): boolean => /^(?:\.|node_modules$|dist$|build$|out$|coverage$)/.test(name)

const isScript = (name: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(name) && !/\.d\.[cm]?ts$/.test(name)

const isOther = (name: string): boolean => /\.(?:vue|svelte|astro|mdx)$/.test(name)

/** A file and its text. */
export interface Source {
  /** Relative to the project's folder, with slashes. */
  readonly path: string
  readonly text: string
  /** Whether it is a script that the command can parse. */
  readonly isScript: boolean
}

/** Reads all scripts, and the other files with code. */
export const sourcesIn = (folder: string): ReadonlyArray<Source> => {
  const found: Array<Source> = []
  const waiting = [""]
  for (let seen = 0; waiting.length > 0 && seen < most; seen++) {
    const at = waiting.shift()!
    const entries = readdirSync(path.join(folder, at), { withFileTypes: true })
    for (const entry of entries.toSorted((one, other) => one.name < other.name ? -1 : 1)) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory() && !isSkipped(entry.name)) waiting.push(name)
      else if (entry.isFile() && (isScript(name) || isOther(name)) && ++seen < most) {
        const text = contentsOf(folder, name)
        if (text !== undefined) found.push({ path: name, text, isScript: isScript(name) })
      }
    }
  }
  return found
}

/** Whether a text names a package of the platform. */
export const namesPlatform = (text: string): boolean => /@(?:stackframe|hexclave)\//.test(text)
