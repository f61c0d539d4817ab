/** Package manager of a project, and its commands. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { contentsOf, foldersAbove, type Package } from "../project/index.ts"
import { patternsOf } from "./workspaces.ts"

type Manager = "npm" | "pnpm" | "yarn" | "bun"

const lockFiles: ReadonlyArray<readonly [file: string, manager: Manager]> = [
  ["pnpm-lock.yaml", "pnpm"],
  ["pnpm-workspace.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"]
]

/** Finds the manager by its lock file. Parent folders are searched too, because a workspace has one at its root. */
const lockedBy = (folder: string): Manager | undefined =>
  foldersAbove(folder).flatMap((above) => lockFiles.filter(([file]) => existsSync(join(above, file))))[0]?.[1]

/** Finds the manager by the field `packageManager`, else by the lock file, else by the program that runs this command. */
const managerIn = (folder: string, found: Package): Manager => {
  const named = typeof found.packageManager === "string" ? found.packageManager : undefined
  const name = named ?? lockedBy(folder) ?? process.env["npm_config_user_agent"]
  return (["pnpm", "yarn", "bun"] as const).find((manager) => name?.startsWith(manager)) ?? "npm"
}

/** Commands of one manager. */
export interface Commands {
  /** Installs the packages that `package.json` lists. */
  readonly installAll: string
  /** Installs packages, with `dev` as development dependencies. */
  readonly install: (packages: ReadonlyArray<string>, dev?: boolean) => string
  /** Runs a script of `package.json`. */
  readonly script: (name: string) => string
  /** Runs a program of an installed package. */
  readonly exec: (program: string) => string
}

/** Quotes a path for a shell, because names of folders and files may contain anything. */
export const quoted = (name: string): string => {
  const path = name.startsWith("-") ? `./${name}` : name
  return /^[\w./@+=-]+$/.test(path)
    ? path
    : process.platform === "win32"
    ? `"${path}"`
    : `'${path.replaceAll("'", "'\\''")}'`
}

/** How each manager adds packages, marks development dependencies, and runs scripts and programs. */
const words = {
  npm: { add: "npm install", dev: "--save-dev", run: "npm run", exec: "npx" },
  pnpm: { add: "pnpm add", dev: "--save-dev", run: "pnpm", exec: "pnpm exec" },
  yarn: { add: "yarn add", dev: "--dev", run: "yarn", exec: "yarn" },
  bun: { add: "bun add", dev: "--dev", run: "bun run", exec: "bunx" }
} as const

/** Returns the commands of a project's package manager. */
export const commandsOf = (folder: string, found: Package): Commands => {
  const manager = managerIn(folder, found)
  const isRoot = patternsOf(folder, found) !== undefined
  const isFirstYarn = manager === "yarn" && /^# yarn lockfile v1/m.test(contentsOf(folder, "yarn.lock") ?? "")
  // the flag that confirms an installation at the root of a workspace
  const root = !isRoot ? "" : manager === "pnpm" ? "-w" : isFirstYarn ? "-W" : ""
  const { add, dev, exec, run } = words[manager]
  return {
    installAll: `${manager} install`,
    install: (packages, isDev) =>
      [add, root, isDev === true ? dev : "", ...packages].filter((word) => word !== "").join(" "),
    script: (name) => `${run} ${name}`,
    exec: (program) => `${exec} ${program}`
  }
}
