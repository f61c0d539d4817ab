/** Reads git's records about a file, without starting git: a repository's settings can start programs. */
import ignore from "ignore"
import { createHash } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import * as path from "node:path"
import { contentsOf, foldersAbove, isFolder } from "../project/index.ts"
import { ownFile } from "../transaction/index.ts"

/** Maximum size of an index to read. A repository with a million files has an index of about 100 MB. */
const largestIndex = 256 * 1024 * 1024

const repositoryOf = (folder: string): string | undefined => {
  const root = foldersAbove(folder).at(-1)!
  return ownFile(root, ".git").state === "file" || isFolder(root, ".git") ? root : undefined
}

/** Returns the folder with the index. In a linked working tree, `.git` is a file that contains the path. */
const gitFolderOf = (root: string): string | undefined => {
  if (isFolder(root, ".git")) return path.join(root, ".git")
  const text = contentsOf(root, ".git") ?? ""
  return text.startsWith("gitdir: ") ? path.resolve(root, text.slice("gitdir: ".length).trim()) : undefined
}

/** Returns the folder that all working trees of a repository share. */
const sharedFolderOf = (root: string): string | undefined => {
  const folder = gitFolderOf(root)
  const shared = folder === undefined ? undefined : contentsOf(folder, "commondir")
  return folder === undefined || shared === undefined ? folder : path.resolve(folder, shared.trim())
}

const indexOf = (root: string): Buffer | undefined => {
  const folder = gitFolderOf(root)
  if (folder === undefined) return undefined
  try {
    const handle = openSync(path.join(folder, "index"), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const facts = fstatSync(handle)
      return facts.isFile() && facts.size <= largestIndex ? readFileSync(handle) : undefined
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}

/** Length of a number in the prefix compression of version 4, and the number. */
const shortened = (index: Buffer, start: number): readonly [length: number, removed: number] => {
  let [at, byte] = [start, index[start]!]
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = index[++at]!
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return [at - start + 1, value]
}

/**
 * Returns the hash of a file's contents in the index; `undefined` if the file isn't there. Understands versions 2, 3 and 4 with
 * SHA-1. With another format, no file is found.
 */
const stagedHash = (index: Buffer, name: string): string | undefined => {
  if (index.length < 32 || index.toString("latin1", 0, 4) !== "DIRC") return undefined
  const version = index.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  const wanted = Buffer.from(name)
  let previous: Buffer = Buffer.alloc(0)
  let at = 12
  for (let left = index.readUInt32BE(8); left > 0 && at + 62 <= index.length; left--) {
    const flags = index.readUInt16BE(at + 60)
    const start = at + 62 + ((flags & 0x4000) === 0 ? 0 : 2)
    const [skipped, removed] = version === 4 ? shortened(index, start) : [0, 0]
    const end = index.indexOf(0, start + skipped)
    if (end < 0) return undefined
    const rest = index.subarray(start + skipped, end)
    previous = version === 4 ? Buffer.concat([previous.subarray(0, previous.length - removed), rest]) : rest
    const isMerged = (flags & 0x3000) === 0
    if (isMerged && previous.equals(wanted)) return index.toString("hex", at + 40, at + 60)
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return undefined
}

const blobHash = (bytes: Uint8Array): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex")

/** Returns the contents with `\n`, as git stores a file with `\r\n` on Windows; `undefined` for mixed line endings. */
const withoutReturns = (bytes: Uint8Array): Uint8Array | undefined => {
  const text = Buffer.from(bytes).toString("latin1")
  const plain = text.replaceAll("\r\n", "\n")
  const isUniform = !plain.includes("\r") && (text.match(/\n/g)?.length ?? 0) === text.length - plain.length
  return isUniform && plain !== text ? Buffer.from(plain, "latin1") : undefined
}

const nameInRepository = (root: string, folder: string, file: string): string =>
  path.relative(root, path.join(folder, file)).split(path.sep).join("/")

/** Whether git contains the file's current contents, so that a change can be undone with git. */
export const isCommitted = (folder: string, file: string): boolean => {
  const root = repositoryOf(folder)
  const index = root === undefined ? undefined : indexOf(root)
  const found = ownFile(folder, file)
  if (root === undefined || index === undefined || found.state !== "file") return false
  const hash = stagedHash(index, nameInRepository(root, folder, file))
  const stored = withoutReturns(found.bytes)
  return hash !== undefined
    && (hash === blobHash(found.bytes) || (stored !== undefined && hash === blobHash(stored)))
}

/** Rules for ignored files, with the folder to which they apply. The last rules take precedence. */
const rulesOf = (root: string, folder: string) => {
  const below = path.relative(root, folder).split(path.sep).filter((part) => part !== "")
  const folders = ["", ...below.map((_, at) => below.slice(0, at + 1).join("/"))]
  const ofUser = process.env["XDG_CONFIG_HOME"] ?? path.join(homedir(), ".config")
  const shared = sharedFolderOf(root)
  const texts = [
    { at: "", text: contentsOf(ofUser, "git/ignore") },
    { at: "", text: shared === undefined ? undefined : contentsOf(shared, "info/exclude") },
    ...folders.map((at) => ({ at, text: contentsOf(path.join(root, at), ".gitignore") }))
  ]
  return texts.flatMap(({ at, text }) => text === undefined ? [] : [{ at, rules: ignore().add(text) }])
}

/** Whether git ignores a file. A file in the index isn't ignored. */
export const isIgnored = (folder: string, file: string): boolean => {
  const root = repositoryOf(folder) ?? folder
  const index = indexOf(root)
  const name = nameInRepository(root, folder, file)
  if (index !== undefined && stagedHash(index, name) !== undefined) return false
  const rules = rulesOf(root, folder)
  const parts = name.split("/")
  // a rule for a folder applies to all of its files, and no rule inside the folder can include a file again
  const paths = parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}${at + 1 < parts.length ? "/" : ""}`)
  return paths.some((each) => verdict(rules, each) === true)
}

/** Returns whether the last matching rule ignores a path; `undefined` if no rule matches. */
const verdict = (all: ReturnType<typeof rulesOf>, name: string): boolean | undefined => {
  for (const { at, rules } of all.toReversed()) {
    const inside = at === "" ? name : name.startsWith(`${at}/`) ? name.slice(at.length + 1) : ""
    if (inside === "") continue
    const { ignored, unignored } = rules.test(inside)
    if (ignored || unignored) return ignored
  }
  return undefined
}
