/** Files of a project: regular files up to 1 MB that can be reached without links out of the project's folder. */
import * as path from "node:path"
import { type Access, type Disk, disk } from "./disk.ts"

/** A path in the project's folder. */
export type OwnFile =
  | { readonly state: "missing" }
  | Access & { readonly state: "file"; readonly bytes: Uint8Array }
  /** The file must not be read or changed. `reason` continues a sentence after "because". */
  | { readonly state: "refused"; readonly reason: string }

const parentsOf = (file: string): ReadonlyArray<string> => {
  const parts = file.split("/")
  return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join("/"))
}

const isInside = (file: string): boolean =>
  file !== "" && !path.posix.isAbsolute(file) && !path.isAbsolute(file)
  && file.split("/").every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\\"))

/** Returns the reason why a path must not be used; `undefined` if it may exist or be created. */
export const refusal = (folder: string, file: string, on: Disk = disk): string | undefined => {
  if (!isInside(file)) return "it is outside the project's folder"
  for (const parent of parentsOf(file)) {
    const entry = on.entry(path.join(folder, parent))
    if (entry === "missing") return undefined
    if (entry === "link") return `${parent} is a symbolic link`
    if (entry !== "folder") return `${parent} isn't a folder`
  }
  const entry = on.entry(path.join(folder, file))
  return entry === "link"
    ? "it is a symbolic link"
    : entry === "folder"
    ? "it is a folder"
    : entry === "other"
    ? "it isn't a regular file"
    : undefined
}

/**
 * Returns the reason why a file must not be changed; `undefined` if it may be. This check is needed, because renaming a
 * new file over a read-only one would succeed.
 */
export const protection = ({ mode }: Access): string | undefined => (mode & 0o222) === 0 ? "it is read-only" : undefined

/** Reads a file of the project. `file`: relative to the folder, with slashes. */
export const ownFile = (folder: string, file: string, on: Disk = disk): OwnFile => {
  try {
    const reason = refusal(folder, file, on)
    if (reason !== undefined) return { state: "refused", reason }
    const place = path.join(folder, file)
    return on.entry(place) === "missing" ? { state: "missing" } : { state: "file", ...on.read(place) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === "ENOENT"
      ? { state: "missing" }
      : { state: "refused", reason: code === undefined ? message : `it can't be read (${code})` }
  }
}
