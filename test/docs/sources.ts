/** Reads the repository's files for tests of its documents. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** URL of the repository. */
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "")

/** Reads a file by its path from the root. */
export const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8")

/** Lists files below a folder, as paths from the root with slashes. */
export const filesIn = (folder: string, name: RegExp): ReadonlyArray<string> =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
    .filter((file) => name.test(file) && !/(?:^|\/)(?:node_modules|dist|\.next)\//.test(file))
    .sort()
