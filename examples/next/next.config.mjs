/** Makes Next.js use the package's sources in this repository. Apps that install the package don't need this file. */
import { readFileSync } from "node:fs"
import * as path from "node:path"

// one test copies this folder to another folder at the same depth
const root = path.resolve(import.meta.dirname, "../..")

const { exports: entries } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))

const sources = Object.entries(entries).flatMap(([entry, { "latchkey-source": source }]) =>
  source === undefined || source.includes("*")
    ? []
    : [[`latchkey${entry.slice(1)}`, `./${path.relative(import.meta.dirname, path.join(root, source))}`]]
)

export default {
  // each start has its own emulator, so code that was compiled for an earlier one can't be reused
  experimental: { turbopackFileSystemCacheForDev: false },
  turbopack: { root, resolveAlias: Object.fromEntries(sources) }
}
