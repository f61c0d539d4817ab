/** Reads a project's folder. Writes nothing. */
import { execFileSync } from "node:child_process"
import { existsSync, lstatSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"

/** Reads a file; `undefined` if it cannot be read. */
export const contentsOf = (folder: string, path: string): string | undefined => {
  try {
    return readFileSync(join(folder, path), "utf8")
  } catch {
    return undefined
  }
}

/** Returns the first path that exists. */
export const firstOf = (folder: string, paths: ReadonlyArray<string>): string | undefined =>
  paths.find((path) => existsSync(join(folder, path)))

/** Whether a path exists. A broken symbolic link counts too. */
export const isTaken = (folder: string, path: string): boolean =>
  lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined

/** Whether a path is a regular file, not a link. */
export const isOwnFile = (folder: string, path: string): boolean =>
  lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true

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

/** Whether the file is committed in git, so that a change can be undone. */
export const isCommitted = (folder: string, path: string): boolean => {
  try {
    const uncommitted = execFileSync(
      "git",
      // otherwise the repository's settings could start a program
      ["--literal-pathspecs", "-c", "core.fsmonitor=false", "status", "--porcelain", "--ignored", "--", path],
      { cwd: folder, encoding: "utf8", env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" }, stdio: "pipe" }
    )
    return uncommitted === ""
  } catch {
    return false
  }
}
