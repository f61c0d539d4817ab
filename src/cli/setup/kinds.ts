/** What kind of project stands in a folder, and what it calls its settings. */
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { namesOf, type Setting } from "../../../layers/call/index.ts"
import type { ProjectKeys } from "../../../layers/emulator/index.ts"

/** Kinds of projects that name their settings in different ways, or start in different ways. */
export type Kind = "next" | "vite" | "express" | "bare"

/** What is read of a `package.json`. */
export interface Package {
  readonly dependencies?: { readonly [name: string]: string }
  readonly devDependencies?: { readonly [name: string]: string }
  readonly packageManager?: string
  readonly type?: string
  readonly main?: string
}

/** The folder's `package.json`; `undefined` where there is none that can be read. */
export const packageIn = (folder: string): Package | undefined => {
  try {
    const json: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    return typeof json === "object" && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

/** By what it depends on: Next.js before Vite, whose plugins are found in many projects for their tests. */
export const kindIn = (folder: string): Kind => {
  const found = packageIn(folder)
  const has = (name: string) => name in { ...found?.dependencies, ...found?.devDependencies }
  return (["next", "vite", "express"] as const).find(has) ?? "bare"
}

const prefixes = { next: "NEXT_PUBLIC_", vite: "VITE_", express: "", bare: "" } as const

/** The name of a setting in such a project: that which today's dashboard writes. */
export const nameIn = (kind: Kind, setting: Setting): string => {
  const [first] = namesOf(setting)
  return namesOf(setting).find((name) => name.startsWith(`${prefixes[kind]}HEXCLAVE`)) ?? first!
}

/** Where such a project keeps what is not to be committed. */
export const envFileOf = (kind: Kind): string => kind === "next" || kind === "vite" ? ".env.local" : ".env"

/** The lines of that file. Vite's projects run in pages, which have no use for a back end's key. */
export const envLines = (
  kind: Kind,
  project: Omit<ProjectKeys, "displayName" | "superSecretAdminKey">
): ReadonlyArray<string> => [
  `${nameIn(kind, "projectId")}=${project.projectId}`,
  `${nameIn(kind, "publishableClientKey")}=${Redacted.value(project.publishableClientKey)}`,
  ...(kind === "vite" ? [] : [`${nameIn(kind, "secretServerKey")}=${Redacted.value(project.secretServerKey)}`]),
  `${nameIn(kind, "baseUrl")}=${project.baseUrl}`
]
