/** Reads a project's folder: regular files up to 1 MB in UTF-8, without following links. Writes nothing. */
import { existsSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { disk, ownFile } from "../transaction/index.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Reads a file; `undefined` if it cannot be read, or isn't text in UTF-8. */
export const contentsOf = (folder: string, path: string): string | undefined => {
  const found = ownFile(folder, path)
  try {
    return found.state === "file" ? decoder.decode(found.bytes) : undefined
  } catch {
    return undefined
  }
}

/** Returns the first path that exists. */
export const firstOf = (folder: string, paths: ReadonlyArray<string>): string | undefined =>
  paths.find((path) => isTaken(folder, path))

/** Whether a path exists. A broken symbolic link counts too. */
export const isTaken = (folder: string, path: string): boolean => disk.entry(join(folder, path)) !== "missing"

/** Whether a path is a regular file, not a link. */
export const isOwnFile = (folder: string, path: string): boolean => disk.entry(join(folder, path)) === "file"

/** Whether a path is a folder, not a link. */
export const isFolder = (folder: string, path: string): boolean => disk.entry(join(folder, path)) === "folder"

/** Returns the normalised path; `undefined` if it leads out of the folder. */
export const inFolder = (path: unknown): string | undefined => {
  const plain = typeof path === "string" ? posix.normalize(path) : "."
  return plain === "." || plain.startsWith("..") || posix.isAbsolute(plain) ? undefined : plain
}

/** Returns the folder and its parent folders, up to the root of the repository. */
export const foldersAbove = (folder: string): ReadonlyArray<string> => {
  const above = dirname(folder)
  return above === folder || existsSync(join(folder, ".git")) ? [folder] : [folder, ...foldersAbove(above)]
}
