/** A project whose settings the environment completes. docs/protocol.md §1. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import {
  extraHeaders,
  ifThere,
  inBrowser,
  namesOf,
  type SecretKey,
  type Setting,
  type Variables,
  viteEnvironment
} from "./environment.ts"
import * as Project from "./Project.ts"

/**
 * What is left out is read from the environment, where there is one, as in `HEXCLAVE_PROJECT_ID` or `STACK_PROJECT_ID`;
 * in what Next.js and Vite show to pages with `NEXT_PUBLIC_` or `VITE_` before it. Nothing is read from an environment
 * that names another project.
 */
export interface ProjectSettings extends Omit<Project.ProjectOptions, "projectId"> {
  /** A UUID, or `internal` for the platform's own dashboard project. */
  readonly projectId?: string | undefined
}

/** The project, with those secret keys that its level uses: others are not taken along, even when they are given. */
export const layerProject = (
  options: ProjectSettings,
  ...keys: ReadonlyArray<SecretKey>
): Layer.Layer<Project.Project, InvalidConfiguration> =>
  Layer.effect(Project.Project, completedProject(options, ...keys))

/** The same without a layer. */
export const completedProject = (
  options: ProjectSettings,
  ...keys: ReadonlyArray<SecretKey>
): Effect.Effect<Project.Project["Service"], InvalidConfiguration> => Effect.suspend(() => completed(options, keys))

/** What a page is told of a project whose settings a server completed: no secret, and the address that browsers use. */
export interface PageSettings {
  readonly projectId: string
  readonly publishableClientKey: string | undefined
  readonly baseUrl: string
  readonly extraRequestHeaders: { readonly [name: string]: string }
}

/** The settings of a project's pages, for a server that renders them. */
export const pageSettings = (options: ProjectSettings): Effect.Effect<PageSettings, InvalidConfiguration> => {
  const { baseUrl } = options
  const ofPages = { ...options, baseUrl: typeof baseUrl === "object" ? baseUrl.browser : baseUrl }
  return Effect.map(
    completed(ofPages, [], "baseUrlBrowser"),
    ({ apiUrl, extraRequestHeaders, id, publishableClientKey }) => ({
      projectId: id,
      publishableClientKey: publishableClientKey && Redacted.value(publishableClientKey),
      baseUrl: apiUrl.replace(/\/api\/v1$/, ""),
      extraRequestHeaders
    })
  )
}

/** Those of our options: what else an object with them has, such as a project of the emulator, stays behind. */
const completed = (
  given: ProjectSettings,
  keys: ReadonlyArray<SecretKey>,
  address: Setting = inBrowser() ? "baseUrlBrowser" : "baseUrlServer"
): Effect.Effect<Project.Project["Service"], InvalidConfiguration> => {
  const env = variables()
  const found = (...settings: ReadonlyArray<Setting>): string | undefined => {
    for (const name of settings.flatMap(namesOf)) {
      const value = env.find((each) => each[name])?.[name]
      if (value) return value
    }
    return undefined
  }
  const id = found("projectId")
  const { baseUrl, extraRequestHeaders, projectId = id } = given
  const isNamed = id === undefined || projectId === id
  const or = <A>(value: A | undefined, ...settings: ReadonlyArray<Setting>) =>
    value === undefined && isNamed ? found(...settings) : value
  const headers = extraRequestHeaders === undefined && isNamed
    ? extraHeaders(found("extraRequestHeaders"))
    : Effect.succeed(extraRequestHeaders)
  return Effect.flatMap(headers, (extraRequestHeaders) =>
    Project.make({
      projectId: projectId!,
      baseUrl: or(baseUrl, address, "baseUrl"),
      extraRequestHeaders,
      ...Object.fromEntries([...keys, "publishableClientKey" as const].map((key) => [key, or(given[key], key)]))
    }))
}

declare const process: { readonly env: Variables }

/** In the order in which they count. They are looked into and not copied: Node's are slow to list. */
const variables = (): ReadonlyArray<Variables> => [
  viteEnvironment() ?? {},
  inlined(),
  ifThere(() => process.env) ?? {}
]

/** Bundlers for browsers replace what is written out, and nothing else: the rest may be missing there. */
const inlined = (): Variables => ({
  NEXT_PUBLIC_HEXCLAVE_PROJECT_ID: ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_PROJECT_ID),
  NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY),
  NEXT_PUBLIC_HEXCLAVE_API_URL: ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_API_URL),
  NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL: ifThere(() => process.env.NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL),
  NEXT_PUBLIC_STACK_PROJECT_ID: ifThere(() => process.env.NEXT_PUBLIC_STACK_PROJECT_ID),
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: ifThere(() => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY),
  NEXT_PUBLIC_STACK_API_URL: ifThere(() => process.env.NEXT_PUBLIC_STACK_API_URL),
  NEXT_PUBLIC_BROWSER_STACK_API_URL: ifThere(() => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL),
  NEXT_PUBLIC_HEXCLAVE_EXTRA_REQUEST_HEADERS: ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_EXTRA_REQUEST_HEADERS),
  NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: ifThere(() => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS)
})
