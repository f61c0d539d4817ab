/** A project with the package in its `node_modules`, as separate files without links to the sources. */
import { build } from "esbuild"
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../..", import.meta.url))

type Entry = "adapters" | "promise" | "react" | "react/screens" | "verify"

/** Copies entries of the package and other packages into a project. */
export const install = async (
  folder: string,
  entries: ReadonlyArray<Entry>,
  packages: ReadonlyArray<string>,
  platform: "browser" | "node"
): Promise<void> => {
  const modules = path.join(folder, "node_modules")
  const library = path.join(modules, "latchkey")
  mkdirSync(library, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({ in: manifest.exports[`./${entry}`]["latchkey-source"], out: entry })),
    outdir: library,
    conditions: ["latchkey-source"],
    external: packages.flatMap((name) => [name, `${name}/*`]),
    bundle: true,
    splitting: true,
    format: "esm",
    platform
  })
  copyFileSync(path.join(root, "react/screens/screens.css"), path.join(library, "screens.css"))
  const exports = Object.fromEntries(entries.map((entry) => [`./${entry}`, `./${entry}.js`]))
  writeFileSync(
    path.join(library, "package.json"),
    JSON.stringify({
      name: "latchkey",
      type: "module",
      exports: { ...exports, "./react/screens.css": "./screens.css" }
    })
  )
  for (const name of packages) {
    const link = path.join(modules, name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(path.join(root, "node_modules", name), link)
  }
}
