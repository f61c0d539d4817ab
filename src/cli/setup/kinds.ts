/** Recognises the kind of project in a folder, and names its settings. */
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { namesOf, type Setting } from "../../../layers/call/index.ts"
import type { ProjectKeys } from "../../emulator/index.ts"

/** Kinds of projects that differ in the names of their settings or in how they start. */
export type Kind = "next" | "vite" | "express" | "hono" | "effect" | "bare"

/** Fields of a `package.json` that the command reads. */
export interface Package {
  readonly dependencies?: { readonly [name: string]: string }
  readonly devDependencies?: { readonly [name: string]: string }
  readonly packageManager?: string
  readonly type?: string
  readonly main?: string
  readonly scripts?: { readonly [name: string]: string }
}

/** Reads the folder's `package.json`; `undefined` if it is missing or malformed. */
export const packageIn = (folder: string): Package | undefined => {
  try {
    const json: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8").replace(/^\ufeff/, ""))
    return typeof json === "object" && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

/** Finds the kind by the dependencies. Next.js takes precedence, because many Next.js projects use Vite for their tests. */
export const kindIn = (folder: string): Kind => {
  const found = packageIn(folder)
  const has = (name: string) => name in { ...found?.dependencies, ...found?.devDependencies }
  return (["next", "vite", "express", "hono"] as const).find(has) ?? (has("@effect/platform-node") ? "effect" : "bare")
}

const prefixes = { next: "NEXT_PUBLIC_", vite: "VITE_", express: "", hono: "", effect: "", bare: "" } as const

/**
 * Returns the variable name of a setting in a project of this kind, with the prefix that the platform's dashboard uses
 * today.
 */
export const nameIn = (kind: Kind, setting: Setting): string => {
  const [first] = namesOf(setting)
  return namesOf(setting).find((name) => name.startsWith(`${prefixes[kind]}HEXCLAVE`)) ?? first!
}

/** Returns the file for settings that are not committed. */
export const envFileOf = (kind: Kind): string => kind === "next" || kind === "vite" ? ".env.local" : ".env"

/** Returns the lines of the file for settings. Vite projects run in the browser, so they get no server key. */
export const envLines = (
  kind: Kind,
  project: Pick<ProjectKeys, "baseUrl" | "projectId" | "publishableClientKey" | "secretServerKey">
): ReadonlyArray<string> => [
  `${nameIn(kind, "projectId")}=${project.projectId}`,
  `${nameIn(kind, "publishableClientKey")}=${Redacted.value(project.publishableClientKey)}`,
  ...(kind === "vite" ? [] : [`${nameIn(kind, "secretServerKey")}=${Redacted.value(project.secretServerKey)}`]),
  `${nameIn(kind, "baseUrl")}=${project.baseUrl}`
]
