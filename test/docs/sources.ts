/** The repository's texts as the tests of its documents read them. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** Where others read the repository. */
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "")

/** A file from the root. */
export const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8")

/** Files below a folder, from the root and with slashes. */
export const filesIn = (folder: string, name: RegExp): ReadonlyArray<string> =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
    .filter((file) => name.test(file) && !/(?:^|\/)(?:node_modules|dist|\.next)\//.test(file))
    .sort()
