/**
 * Completes package-lock.json after an `npm install` from a registry that lacks the binaries of some platforms. npm
 * omits these binaries from the lock file, and `npm ci` then rejects the file. This script adds each missing package,
 * with the version in its parent's dependencies and the platform in its name. On other platforms, npm skips the
 * package. Run it after changing dependencies: `node .ci/lock.mjs`
 *
 * With `--again`, npm first retries the packages that have no integrity hash. `.ci/withoutIntegrity.txt` lists the
 * packages that still have none.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const OS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const CPU = ["arm", "arm64", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"]
const LIBC = { glibc: "glibc", gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" }

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "package-lock.json")
const nameOf = (at) => at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length)

const withoutIntegrity = (packages) =>
  Object.entries(packages).filter(([at, { integrity, link }]) => at !== "" && !link && integrity === undefined)

/**
 * Returns npm's lock file without the entries that have no integrity hash, and without the parents of these entries.
 */
const lockedAgain = (lock) => {
  const unknown = withoutIntegrity(lock.packages).map(([at]) => nameOf(at))
  const isAsking = ([at, { optionalDependencies = {} }]) =>
    at !== "" && unknown.some((name) => name in optionalDependencies)
  const kept = Object.entries(lock.packages).filter((entry) => !unknown.includes(nameOf(entry[0])) && !isAsking(entry))
  const scratch = mkdtempSync(path.join(tmpdir(), "latchkey-lock-"))
  try {
    for (const name of ["package.json", ".npmrc"]) cpSync(path.resolve(file, "..", name), path.join(scratch, name))
    const copy = path.join(scratch, "package-lock.json")
    writeFileSync(copy, JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }))
    const { status } = spawnSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], {
      cwd: scratch,
      shell: process.platform === "win32",
      stdio: ["ignore", "ignore", "inherit"]
    })
    if (status !== 0) throw new Error("npm could not create the lock file again")
    return JSON.parse(readFileSync(copy, "utf8")).packages
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

const lock = JSON.parse(readFileSync(file, "utf8"))
const packages = lock.packages

if (process.argv.includes("--again")) {
  const found = lockedAgain(lock)
  for (const [at, { version }] of withoutIntegrity(packages)) {
    if (found[at]?.version === version && found[at].integrity !== undefined) packages[at] = found[at]
  }
}

const folderOf = (at) => at.slice(0, at.lastIndexOf("node_modules/"))

/**
 * Finds a dependency in the same way as Node, starting from the package at `at`. Returns `undefined` if the dependency
 * is missing.
 */
const found = (at, name) => {
  for (let from = `${at}/`;; from = folderOf(from.slice(0, -1))) {
    const entry = packages[`${from}node_modules/${name}`]
    if (entry !== undefined) return entry
    if (from === "") return undefined
  }
}

const platform = (name) => {
  const words = name === "fsevents" ? ["darwin"] : name.split(/[/-]/)
  const entry = (key, values) => values.length > 0 ? { [key]: values } : {}
  return {
    ...entry("cpu", CPU.filter((cpu) => words.includes(cpu))),
    dev: true,
    ...entry("libc", words.includes("linux") ? words.flatMap((word) => LIBC[word] ?? []) : []),
    optional: true,
    ...entry("os", OS.filter((os) => words.includes(os)))
  }
}

let added = 0
for (const [at, parent] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const version = range.replace(/^[~^]/, "")
    if (found(at, name)?.version === version) continue
    const top = `node_modules/${name}`
    const place = packages[top] === undefined ? top : `${at}/${top}`
    packages[place] = { version, ...platform(name) }
    added++
  }
}

const inOrder = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"))
lock.packages = Object.fromEntries(inOrder)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
const unknown = withoutIntegrity(lock.packages).map(([at, { version }]) => `${nameOf(at)}@${version}`)
writeFileSync(
  path.join(path.dirname(fileURLToPath(import.meta.url)), "withoutIntegrity.txt"),
  [...new Set(unknown)].sort().map((name) => `${name}\n`).join("")
)
console.log(`package-lock.json: ${added} platform packages added, ${unknown.length} without integrity`)
