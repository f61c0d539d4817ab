/** Rooms of `layers` and `src`, which are the folders with files, and the imports between rooms. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The four folders from the lowest to the highest. A folder must not import a folder above it. */
export const folders = ["schemas", "layers", "src", "react"]

/** Rooms from the lowest to the highest. A room imports only rooms in earlier rows. Add new rooms here. */
export const rows: ReadonlyArray<ReadonlyArray<string>> = [
  ["layers/environment"],
  ["layers/observe"],
  ["layers/call", "layers/browser"],
  ["layers/session"],
  ["layers/access", "layers/observe/exchanges", "layers/observe/ledger"],
  ["layers/reads", "layers/fleet", "layers/external"],
  ["layers/turns", "layers/fleet/ledger"],
  ["layers"],
  ["src/emulator/state"],
  ["src/emulator/model/accounts"],
  ["src/emulator/model/analytics", "src/emulator/model/configuration"],
  ["src/emulator/model/credentials"],
  ["src/emulator/model"],
  ["src/emulator/rules"],
  ["src/emulator/mail", "src/emulator/request", "src/emulator/seed"],
  ["src/emulator/oauth", "src/emulator/payments"],
  [
    "src/emulator/handlers/apiKeys",
    "src/emulator/handlers/authentication",
    "src/emulator/handlers/dashboard",
    "src/emulator/handlers/emails",
    "src/emulator/handlers/payments",
    "src/emulator/handlers/projects",
    "src/emulator/handlers/teams",
    "src/emulator/handlers/users"
  ],
  ["src/emulator/handlers", "src/emulator/faults"],
  ["src/emulator/server"],
  ["src/emulator/console", "src/emulator/page"],
  ["src/emulator/port"],
  ["src/emulator"],
  ["src/errors"],
  ["src/flows/redirects"],
  ["src/flows/authentication"],
  ["src/flows/account"],
  ["src/flows/cli", "src/flows/oauth", "src/flows/passkeys", "src/flows/teams", "src/flows/totp"],
  ["src/flows"],
  ["src/vault"],
  ["src/server"],
  ["src/admin"],
  ["src/programs"],
  ["src/promise"],
  ["src/lookups", "src/payments", "src/metadata", "src/accounts", "src/agents", "src/native", "src/testing/tape"],
  ["src/testing"],
  ["src/testing/simulate"],
  ["src/backend/token"],
  ["src/backend/verify"],
  ["src/backend/adapters", "src/backend/fleet"],
  ["src/backend/identity"],
  ["src/backend/httpApi", "src/backend/mcp", "src/backend/rpc"],
  ["src/backend/credits"],
  ["src/node"],
  ["src/cli/help"],
  ["src/cli/errors", "src/cli/output", "src/cli/source", "src/cli/transaction"],
  ["src/cli/project"],
  ["src/cli/doctor", "src/cli/migrate", "src/cli/setup", "src/cli/watch"],
  ["src/cli", "src"]
]

/** An import in a file. Both paths start at the root of the repository. */
export interface Import {
  readonly file: string
  /** For a file of the repository, its path from the root. Otherwise the name as written. */
  readonly target: string
}

const written = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g

const slashes = (file: string): string => file.split(path.sep).join("/")

const importsOf = (file: string): ReadonlyArray<Import> => {
  const code = readFileSync(path.join(root, file), "utf8")
    .split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join("\n")
  return [...code.matchAll(written)].map(([, target]) => ({
    file,
    target: target!.startsWith(".") ? slashes(path.join(path.dirname(file), target!)) : target!
  }))
}

/** Modules of the four folders. */
export const modules: ReadonlyArray<string> = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => slashes(path.join(folder, file)))
    .sort()
)

/** Imports of all modules. Type imports count too, because a reader needs both files to understand the code. */
export const imports: ReadonlyArray<Import> = modules.flatMap(importsOf)

/** Returns the room that contains a file. */
export const roomOf = (file: string): string => path.posix.dirname(file)

/** Modules by folder. */
export const files: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  [...new Set(modules.map(roomOf))].map((folder) => [folder, modules.filter((file) => roomOf(file) === folder)])
)

const isRoom = (room: string): boolean => /^(?:layers|src)(?:\/|$)/.test(room)

/** All rooms. */
export const rooms: ReadonlyArray<string> = [...files.keys()].filter(isRoom).sort()

/** Imports from one room to another. */
export const crossings: ReadonlyArray<Import> = imports.filter(({ file, target }) =>
  roomOf(file) !== roomOf(target) && rooms.includes(roomOf(file)) && rooms.includes(roomOf(target))
)

/** Rooms that each room imports directly. */
export const arrowsOf = (crossings: ReadonlyArray<Import>): Arrows =>
  new Map(
    rooms.map((room) => [
      room,
      new Set(crossings.filter(({ file }) => roomOf(file) === room).map(({ target }) => roomOf(target)).sort())
    ])
  )

export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** Rooms that a room imports directly or through other rooms. */
export const reachedFrom = (room: string, arrows: Arrows): ReadonlySet<string> => {
  const reached = new Set<string>()
  const visit = (from: string): void => {
    for (const to of arrows.get(from) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      visit(to)
    }
  }
  visit(room)
  return reached
}
