/** An application that installs the package needs none of this: here the package is the folder above, as it is written. */
import { readFileSync } from "node:fs"
import * as path from "node:path"

// the test of every component copies this folder to another one, as deep
const root = path.resolve(import.meta.dirname, "../..")

const { exports: entries } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))

const sources = Object.entries(entries).flatMap(([entry, { "latchkey-source": source }]) =>
  source === undefined || source.includes("*")
    ? []
    : [[`latchkey${entry.slice(1)}`, `./${path.relative(import.meta.dirname, path.join(root, source))}`]]
)

export default {
  // each start has a platform of its own: what was compiled for one is of no use to the next
  experimental: { turbopackFileSystemCacheForDev: false },
  turbopack: { root, resolveAlias: Object.fromEntries(sources) }
}
