/**
 * The package as users install it: `dist/`, built if it is missing or older than its sources, and copied into a folder
 * outside the repository.
 */
import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

/** Path of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")

const sources = ["schemas", "layers", "src", "react", ".ci", "tsconfig.json", "tsconfig.build.json"]

const filesOf = (name: string): ReadonlyArray<string> => {
  const file = path.join(root, name)
  if (!existsSync(file)) return []
  if (!statSync(file).isDirectory()) return [file]
  return readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

const changedAt = (file: string): number => statSync(file).mtimeMs

const isBuilt = (): boolean => {
  const built = filesOf("dist").filter((file) => file.endsWith(".js")).map(changedAt)
  return built.length > 0 && Math.min(...built) > Math.max(...sources.flatMap(filesOf).map(changedAt))
}

/** Builds `dist/` unless it is newer than every source. */
export const build = (): void => {
  if (isBuilt()) return
  console.log("Building dist/ …")
  const built = spawnSync(process.execPath, [path.join(root, ".ci/build.mjs")], { cwd: root, encoding: "utf8" })
  if (built.status === 0) return
  console.error(`${built.stdout}${built.stderr}`.trim())
  console.error("The package could not be built, so there is nothing to measure. Run npm run build to see the error.")
  process.exit(1)
}

/** Entries that can be imported, in the order of package.json. */
export const entries: ReadonlyArray<string> = Object.keys(manifest.exports)
  .filter((entry) => !entry.includes("*") && !/\.(?:css|json)$/.test(entry))
  .map((entry) => entry.replace(/^\./, manifest.name))

/** A folder outside the repository with the package and its peer dependencies installed. */
export interface Consumer {
  readonly folder: string
  /** Writes a file and returns its path. */
  readonly write: (name: string, text: string) => string
}

const installed = ["effect", "react", "react-dom", "@types/node", "@types/react"]

/** Runs a function with a consumer's folder, which is removed afterwards. */
export const withConsumer = async <A>(
  use: (consumer: Consumer) => Promise<A>,
  dist: string = path.join(root, "dist")
): Promise<A> => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-bench-")))
  try {
    const link = (name: string, target: string) => {
      const place = path.join(folder, "node_modules", name)
      mkdirSync(path.dirname(place), { recursive: true })
      symlinkSync(target, place, "junction")
    }
    // Copied, because the compiler would treat linked declarations as the consumer's own files.
    const copy = path.join(folder, "node_modules", manifest.name)
    cpSync(dist, path.join(copy, "dist"), { recursive: true })
    cpSync(path.join(root, "package.json"), path.join(copy, "package.json"))
    for (const name of [...installed, ...Object.keys(manifest.dependencies)]) {
      const place = path.join(root, "node_modules", name)
      if (existsSync(place)) link(name, place)
    }
    const write = (name: string, text: string) => {
      const file = path.join(folder, name)
      writeFileSync(file, text)
      return file
    }
    write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }))
    return await use({ folder, write })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
