/** Operations on files that a transaction uses. Each one happens completely or not at all, except `write`. */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync
} from "node:fs"
import * as path from "node:path"

/** Maximum size of a file that the command reads or changes. */
export const largest = 1024 * 1024

/** Kind of an entry of a folder. */
export type Entry = "missing" | "folder" | "file" | "link" | "other"

/** Permissions and owner of a file. */
export interface Access {
  readonly mode: number
  /** @default the user and the group that the system gives a new file */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** Reads and changes files. All paths are absolute. */
export interface Disk {
  readonly entry: (file: string) => Entry
  /** Reads a regular file, without following a link or waiting for a pipe. Throws an error for any other file. */
  readonly read: (file: string) => Access & { readonly bytes: Uint8Array }
  /** Names of a folder's entries. */
  readonly names: (folder: string) => ReadonlyArray<string>
  readonly makeFolder: (folder: string) => void
  /** Writes a new file and waits until it is on disk. Fails if the file exists, or if it can't be given its owner. */
  readonly write: (file: string, bytes: Uint8Array, access: Access) => void
  /** Gives a file a second name that must not exist yet. */
  readonly link: (file: string, name: string) => void
  readonly rename: (file: string, name: string) => void
  readonly remove: (file: string) => void
  /** Removes an empty folder. */
  readonly removeFolder: (folder: string) => void
}

const syncFolder = (folder: string): void => {
  // not every system allows opening a folder
  try {
    const handle = openSync(folder, constants.O_RDONLY)
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {}
}

const flag = (name: "O_NOFOLLOW" | "O_NONBLOCK"): number => constants[name] ?? 0

const readRegular: Disk["read"] = (file) => {
  const handle = openSync(file, constants.O_RDONLY | flag("O_NOFOLLOW") | flag("O_NONBLOCK"))
  try {
    const facts = fstatSync(handle)
    if (!facts.isFile()) throw new Error("it isn't a regular file")
    if (facts.size > largest) throw new Error("it is larger than 1 MB")
    const bytes = Buffer.alloc(largest + 1)
    let length = 0
    for (let more = 1; more > 0 && length <= largest; length += more) {
      more = readSync(handle, bytes, length, bytes.length - length, null)
    }
    if (length > largest) throw new Error("it is larger than 1 MB")
    if (facts.nlink > 1) throw new Error("it has a second hard link")
    return {
      bytes: bytes.subarray(0, length),
      mode: facts.mode & 0o7777,
      owner: { uid: facts.uid, gid: facts.gid }
    }
  } finally {
    closeSync(handle)
  }
}

/** Gives a file its owner. A different group is acceptable only if it has no rights that others lack. */
const own = (handle: number, mode: number, owner: Access["owner"]): void => {
  const facts = fstatSync(handle)
  if (owner === undefined || (owner.uid === facts.uid && owner.gid === facts.gid)) return
  try {
    fchownSync(handle, owner.uid, owner.gid)
  } catch (error) {
    if (owner.uid !== facts.uid || (mode >> 3 & 7) !== (mode & 7)) throw error
  }
}

const factsOf = (file: string) => {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    // a part of the path is a file, or the path contains a cycle of links
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? undefined : "unknown"
  }
}

export const disk: Disk = {
  entry: (file) => {
    const facts = factsOf(file)
    if (facts === "unknown") return "other"
    return facts === undefined
      ? "missing"
      : facts.isSymbolicLink()
      ? "link"
      : facts.isDirectory()
      ? "folder"
      : facts.isFile()
      ? "file"
      : "other"
  },
  read: readRegular,
  names: (folder) => readdirSync(folder),
  makeFolder: (folder) => {
    mkdirSync(folder)
  },
  write: (file, bytes, { mode, owner }) => {
    const handle = openSync(file, "wx", 0o600)
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at)
      own(handle, mode, owner)
      // after the owner, because changing the owner removes special permissions
      fchmodSync(handle, mode)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  },
  link: (file, name) => {
    linkSync(file, name)
    syncFolder(path.dirname(name))
  },
  rename: (file, name) => {
    renameSync(file, name)
    syncFolder(path.dirname(name))
  },
  remove: (file) => {
    rmSync(file, { force: true })
  },
  removeFolder: (folder) => {
    rmdirSync(folder)
  }
}
