/** A project whose settings the environment completes. docs/protocol.md §1. */
import * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { type environment, inBrowser, namesOf } from "./environment.ts"
import * as Project from "./Project.ts"

/**
 * What is left out is read from the environment, where there is one, as in `NEXT_PUBLIC_HEXCLAVE_PROJECT_ID`
 * or `NEXT_PUBLIC_STACK_PROJECT_ID`, of which the first goes before. Nothing is
 * read from an environment that names another project.
 */
export interface ProjectSettings extends Omit<Project.ProjectOptions, "projectId"> {
  /** A UUID, or `internal` for the platform's own dashboard project. */
  readonly projectId?: string | undefined
}

/** The project, with the keys of the environment that its level uses. */
export const layerProject = (
  options: ProjectSettings,
  ...keys: ReadonlyArray<"secretServerKey" | "superSecretAdminKey">
): Layer.Layer<Project.Project, InvalidConfiguration> => Layer.suspend(() => Project.layer(completed(options, keys)))

const completed = (
  options: ProjectSettings,
  keys: ReadonlyArray<"secretServerKey" | "superSecretAdminKey">
): Project.ProjectOptions => {
  const env = variables()
  const found = (...settings: ReadonlyArray<keyof typeof environment>) =>
    settings.flatMap(namesOf).map((name) => env[name]).find(Boolean)
  const id = found("projectId")
  const { baseUrl, projectId = id } = options
  const named = options as Project.ProjectOptions
  if (id !== undefined && projectId !== id) return named
  const side = inBrowser() ? "baseUrlBrowser" : "baseUrlServer"
  return [...keys, "publishableClientKey" as const].reduce(
    (settings, key) => settings[key] === undefined ? { ...settings, [key]: found(key) } : settings,
    { ...named, projectId: projectId!, baseUrl: baseUrl === undefined ? found(side, "baseUrl") : baseUrl }
  )
}

declare const process: { readonly env: { readonly [name: string]: string | undefined } }

/** Bundlers for browsers replace what is written out, and nothing else: the rest may be missing there. */
const variables = (): { readonly [name: string]: string | undefined } => ({
  ...ifThere(() => process.env),
  NEXT_PUBLIC_HEXCLAVE_PROJECT_ID: ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_PROJECT_ID),
  NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY),
  NEXT_PUBLIC_HEXCLAVE_API_URL: ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_API_URL),
  NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL: ifThere(() => process.env.NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL),
  NEXT_PUBLIC_STACK_PROJECT_ID: ifThere(() => process.env.NEXT_PUBLIC_STACK_PROJECT_ID),
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: ifThere(() => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY),
  NEXT_PUBLIC_STACK_API_URL: ifThere(() => process.env.NEXT_PUBLIC_STACK_API_URL),
  NEXT_PUBLIC_BROWSER_STACK_API_URL: ifThere(() => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL)
})

const ifThere = <A>(look: () => A): A | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}
