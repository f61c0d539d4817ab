/** Reads a project's folder. Nothing here writes. */
import { execFileSync } from "node:child_process"
import { existsSync, lstatSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"

/** Text of a file; `undefined` if it cannot be read. */
export const contentsOf = (folder: string, path: string): string | undefined => {
  try {
    return readFileSync(join(folder, path), "utf8")
  } catch {
    return undefined
  }
}

/** The first of these paths that exists. */
export const firstOf = (folder: string, paths: ReadonlyArray<string>): string | undefined =>
  paths.find((path) => existsSync(join(folder, path)))

/** Whether there is anything at a path, even a link that leads nowhere. */
export const isTaken = (folder: string, path: string): boolean =>
  lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined

/** Whether a path is a file of the folder's own, not a link. */
export const isOwnFile = (folder: string, path: string): boolean =>
  lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true

/** The normalised path, unless it leads out of the folder. */
export const inFolder = (path: unknown): string | undefined => {
  const plain = typeof path === "string" ? posix.normalize(path) : "."
  return plain === "." || plain.startsWith("..") || posix.isAbsolute(plain) ? undefined : plain
}

/** The folder and the folders above it, up to the root of its repository. */
export const foldersAbove = (folder: string): ReadonlyArray<string> => {
  const above = dirname(folder)
  return above === folder || existsSync(join(folder, ".git")) ? [folder] : [folder, ...foldersAbove(above)]
}

/** Whether git has this version of a file, so that a change can be taken back. */
export const isCommitted = (folder: string, path: string): boolean => {
  try {
    const uncommitted = execFileSync(
      "git",
      // a repository's own settings could start a program
      ["--literal-pathspecs", "-c", "core.fsmonitor=false", "status", "--porcelain", "--ignored", "--", path],
      { cwd: folder, encoding: "utf8", env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" }, stdio: "pipe" }
    )
    return uncommitted === ""
  } catch {
    return false
  }
}
