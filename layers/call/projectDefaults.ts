/** Adds settings from the environment to a project. docs/protocol.md §1. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import {
  environmentNow,
  inBrowser,
  lacksProject,
  namesToSet,
  type SecretKey,
  type Setting,
  whereToGet
} from "../environment/index.ts"
import { carriedClock } from "./carriedClock.ts"
import * as Project from "./Project.ts"

/**
 * Missing settings are read from the environment, for example from `HEXCLAVE_PROJECT_ID` or `STACK_PROJECT_ID`, with
 * the prefix `NEXT_PUBLIC_` or `VITE_` for those that Next.js and Vite expose to pages. If the environment names a
 * different project, nothing is read from the environment.
 */
export interface ProjectSettings extends Omit<Project.ProjectOptions, "projectId"> {
  /** A UUID, or `internal` for the platform's own dashboard project. */
  readonly projectId?: string | undefined
}

/** Returns the project with only the secret keys of its level. Other keys are dropped even if they are passed. */
export const layerProject = (
  options: ProjectSettings,
  ...keys: ReadonlyArray<SecretKey>
): Layer.Layer<Project.Project, InvalidConfiguration> =>
  Layer.merge(
    Layer.effect(Project.Project, completedProject(options, ...keys)),
    Layer.effectContext(carriedClock(options))
  )

/** Returns the project of {@link layerProject}, without the layer. */
export const completedProject = (
  options: ProjectSettings,
  ...keys: ReadonlyArray<SecretKey>
): Effect.Effect<Project.Project["Service"], InvalidConfiguration> => Effect.suspend(() => completed(options, keys))

/** Settings of a project that a server passes to its pages: without secrets, with the base URL for browsers. */
export interface PageSettings {
  readonly projectId: string
  readonly publishableClientKey: string | undefined
  readonly baseUrl: string
  readonly extraRequestHeaders: { readonly [name: string]: string }
}

/** Returns the settings of a project's pages, for a server that renders them. */
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

/** Selects the known options. Other members of the object, such as those of an emulator's project, are dropped. */
const completed = (
  given: ProjectSettings,
  keys: ReadonlyArray<SecretKey>,
  address: Setting = inBrowser() ? "baseUrlBrowser" : "baseUrlServer"
): Effect.Effect<Project.Project["Service"], InvalidConfiguration> => {
  const found = environmentNow()
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

/** Parses the extra headers, which are JSON in the environment. */
export const extraHeaders = (
  text: string | undefined
): Effect.Effect<{ readonly [name: string]: string } | undefined, InvalidConfiguration> => {
  if (text === undefined) return Effect.succeed(undefined)
  return Effect.flatMap(
    Effect.try({ try: (): unknown => JSON.parse(text), catch: malformedHeaders }),
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) &&
        Object.values(value).every((each) => typeof each === "string")
        ? Effect.succeed(value as { readonly [name: string]: string })
        : Effect.fail(malformedHeaders())
  )
}

const malformedHeaders = () =>
  new InvalidConfiguration({
    setting: "extraRequestHeaders",
    problem: "is not a JSON object of strings",
    next: `Write ${namesToSet("extraRequestHeaders")} like {"x-my-header": "value"}.`
  })

/** Throws if a project id is neither given nor in the environment: see {@link lacksProject}. */
export const requireProject = (options: ProjectSettings | undefined): void => {
  if (lacksProject(options?.projectId)) {
    throw new InvalidConfiguration({ setting: "projectId", problem: "is missing", next: whereToGet("projectId") })
  }
}
