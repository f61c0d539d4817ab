/** Package manager of a project, and its commands. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { foldersAbove } from "./folder.ts"
import type { Package } from "./kinds.ts"

type Manager = "npm" | "pnpm" | "yarn" | "bun"

const lockFiles: ReadonlyArray<readonly [file: string, manager: Manager]> = [
  ["pnpm-lock.yaml", "pnpm"],
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
export const managerIn = (folder: string, found: Package): Manager => {
  const named = typeof found.packageManager === "string" ? found.packageManager : undefined
  const name = named ?? lockedBy(folder) ?? process.env["npm_config_user_agent"]
  return (["pnpm", "yarn", "bun"] as const).find((manager) => name?.startsWith(manager)) ?? "npm"
}

/** Commands of one manager. */
export interface Commands {
  /** Installs packages, with `dev` as development dependencies. */
  readonly install: (packages: ReadonlyArray<string>, dev?: boolean) => string
  /** Runs a script of `package.json`. */
  readonly script: (name: string) => string
  /** Runs a program of an installed package. */
  readonly exec: (program: string) => string
}

const commands: { readonly [Name in Manager]: Commands } = {
  npm: {
    install: (packages, dev) => `npm install ${dev === true ? "--save-dev " : ""}${packages.join(" ")}`,
    script: (name) => `npm run ${name}`,
    exec: (program) => `npx ${program}`
  },
  pnpm: {
    install: (packages, dev) => `pnpm add ${dev === true ? "--save-dev " : ""}${packages.join(" ")}`,
    script: (name) => `pnpm ${name}`,
    exec: (program) => `pnpm exec ${program}`
  },
  yarn: {
    install: (packages, dev) => `yarn add ${dev === true ? "--dev " : ""}${packages.join(" ")}`,
    script: (name) => `yarn ${name}`,
    exec: (program) => `yarn ${program}`
  },
  bun: {
    install: (packages, dev) => `bun add ${dev === true ? "--dev " : ""}${packages.join(" ")}`,
    script: (name) => `bun run ${name}`,
    exec: (program) => `bunx ${program}`
  }
}

/** Returns the commands of a project's package manager. */
export const commandsOf = (folder: string, found: Package): Commands => commands[managerIn(folder, found)]
