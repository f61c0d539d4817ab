/** A project with the package in its `node_modules`. The package's files are copies, without links to the sources. */
import { build } from "esbuild"
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../../package.json" with { type: "json" }
import { compilerLine } from "../processes/compiler.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

type Entry = "adapters" | "http-api" | "index" | "promise" | "react" | "react/screens" | "verify"

const exportOf = <E extends Entry>(entry: E) => entry === "index" ? "." : (`./${entry}` as `./${Exclude<E, "index">}`)

const sourceOf = (entry: Entry): string => manifest.exports[exportOf(entry)]["latchkey-source"]

/**
 * Copies entries of the package, and other packages, into a project. Copies the types of the entries if the project
 * checks types.
 */
export const install = async (
  folder: string,
  entries: ReadonlyArray<Entry>,
  packages: ReadonlyArray<string>,
  platform: "browser" | "node",
  { types = false } = {}
): Promise<void> => {
  const modules = path.join(folder, "node_modules")
  const library = path.join(modules, "latchkey")
  mkdirSync(library, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({ in: sourceOf(entry), out: entry })),
    outdir: library,
    conditions: ["latchkey-source"],
    external: packages.flatMap((name) => [name, `${name}/*`]),
    bundle: true,
    splitting: true,
    format: "esm",
    platform
  })
  copyFileSync(path.join(root, "react/screens/screens.css"), path.join(library, "screens.css"))
  if (types) declare(path.join(library, "types"), entries)
  const exports = Object.fromEntries(entries.map((entry) => [exportOf(entry), {
    ...(types ? { types: sourceOf(entry).replace("./", "./types/").replace(/\.ts$/, ".d.ts") } : {}),
    default: `./${entry}.js`
  }]))
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

/** Writes the declarations of entries to a folder. Doesn't check the sources, because `npm run check` does. */
const declare = (folder: string, entries: ReadonlyArray<Entry>): void => {
  mkdirSync(folder, { recursive: true })
  const config = path.join(folder, "tsconfig.json")
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        emitDeclarationOnly: true,
        declarationMap: false,
        sourceMap: false,
        noCheck: true,
        rootDir: root,
        outDir: folder,
        typeRoots: [path.join(root, "node_modules/@types")]
      },
      include: [],
      files: entries.map((entry) => path.join(root, sourceOf(entry)))
    })
  )
  execFileSync(process.execPath, [...compilerLine, "-p", config])
}
