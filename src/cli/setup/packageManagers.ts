/** The package manager of a project, and what is typed there. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Package } from "./kinds.ts"

type Manager = "npm" | "pnpm" | "yarn" | "bun"

const lockFiles: ReadonlyArray<readonly [file: string, manager: Manager]> = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"]
]

/** What the project says in `packageManager`, else the one that locked it, else the one that runs this command. */
const managerIn = (folder: string, found: Package): Manager => {
  const locked = lockFiles.find(([file]) => existsSync(join(folder, file)))?.[1]
  const names = [found.packageManager, locked, process.env["npm_config_user_agent"]]
  return (["pnpm", "yarn", "bun", "npm"] as const).find((manager) =>
    names.find((name) => name !== undefined)?.startsWith(manager)
  ) ?? "npm"
}

/** How to install what the project does not have yet of `packages`; `undefined`: it has all. */
export const installLine = (folder: string, found: Package, packages: ReadonlyArray<string>): string | undefined => {
  const missing = packages.filter((name) => !(name in { ...found.dependencies, ...found.devDependencies }))
  const manager = managerIn(folder, found)
  return missing.length === 0
    ? undefined
    : `${manager} ${manager === "npm" ? "install" : "add"} ${missing.join(" ")}`
}

/** How to start the project's script. */
export const startLine = (folder: string, found: Package, script: string): string => {
  const manager = managerIn(folder, found)
  return manager === "npm" || manager === "bun" ? `${manager} run ${script}` : `${manager} ${script}`
}
