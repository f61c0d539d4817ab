/**
 * Layers of a project's configuration: project, branch and environment. Later layers override earlier ones. The
 * environment layer isn't stored: it is computed as the difference between the project's settings and the other layers,
 * so the two can't diverge. docs/platform.md §16.5.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ConfigObject, type Platform, type Project, Refusal } from "../state/index.ts"
import { apply, defaults, Rendered, rendered } from "./renderedConfig.ts"

export type Level = "project" | "branch" | "environment"

const isObject = (value: unknown): value is ConfigObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Deeply merges `over` into `base`. `null` deletes a key. */
const merged = (base: ConfigObject, over: ConfigObject): ConfigObject => {
  const result: { [key: string]: Schema.Json } = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = result[key]
    if (value === null) delete result[key]
    else result[key] = isObject(below) && isObject(value) ? merged(below, value) : value
  }
  return result
}

/** Returns the changes that lead from `base` to `full`. Removed keys are `null`. */
const difference = (base: ConfigObject, full: ConfigObject): ConfigObject => {
  const result: { [key: string]: Schema.Json } = {}
  for (const key of new Set([...Object.keys(base), ...Object.keys(full)])) {
    const [before, after = null] = [base[key], full[key]]
    if (JSON.stringify(before) === JSON.stringify(after)) continue
    result[key] = isObject(before) && isObject(after) ? difference(before, after) : after
  }
  return result
}

/** Sets the value at a path, replacing everything below it. `null` deletes the key. */
const write = (layer: ConfigObject, [key, ...rest]: ReadonlyArray<string>, value: Schema.Json): ConfigObject => {
  const { [key!]: below, ...others } = layer
  if (rest.length > 0) return { ...others, [key!]: write(isObject(below) ? below : {}, rest, value) }
  return value === null ? others : { ...others, [key!]: isObject(value) ? written({}, value) : value }
}

/** Applies an override to a layer. Keys of the override may be paths. */
const written = (layer: ConfigObject, override: ConfigObject): ConfigObject =>
  Object.entries(override).reduce((result, [path, value]) => write(result, path.split("."), value), layer)

const below = ({ configLayers: { branch, project } }: Project): ConfigObject => merged(project, branch)

/** Returns a layer as it is stored. */
export const layerOf = (project: Project, level: Level): ConfigObject =>
  level === "environment"
    ? difference(merged(defaults(project) as ConfigObject, below(project)), rendered(project) as ConfigObject)
    : project.configLayers[level]

/** Keys that can be set on certain levels only, or in later revisions only, including all keys below them. */
const projectKeys = ["sourceOfTruth", "project.requirePublishableClientKey"]
const secretKeys = [
  "domains.trustedDomains",
  "emails.server.password",
  ...["clientId", "clientSecret"].map((key) => `auth.oauth.providers.*.${key}`)
]
const laterKeys = [
  "project",
  "apps",
  "onboarding",
  "auth.anonymous",
  "auth.signUpRules",
  "auth.signUpRulesDefaultAction",
  "emails.server.provider"
]

const hasPath = (value: unknown, [key, ...rest]: ReadonlyArray<string>): boolean =>
  isObject(value) && (key === "*"
    ? Object.values(value).some((entry) => hasPath(entry, rest))
    : Object.hasOwn(value, key!) && (rest.length === 0 || hasPath(value[key!], rest)))

const firstKeyIn = (layer: ConfigObject, paths: ReadonlyArray<string>) =>
  paths.find((path) => hasPath(layer, path.split(".")))

const decode = Schema.decodeUnknownEffect(Rendered, { onExcessProperty: "error" })

/** Replaces a layer. An invalid layer changes nothing and fails in plain text. */
const replace = (
  { rules }: Platform,
  project: Project,
  level: Level,
  layer: ConfigObject
): Effect.Effect<void, Refusal> =>
  Effect.gen(function*() {
    const refuse = (why: string) => Refusal.fail(400, `${rules.laterResponseFields ? "" : "[ERROR] "}${why}`)
    const later = rules.laterResponseFields ? undefined : firstKeyIn(layer, laterKeys)
    if (later !== undefined) return yield* refuse(`There is no key ${later}.`)
    const misplaced = level === "project"
      ? firstKeyIn(layer, Object.keys(layer).filter((key) => !["sourceOfTruth", "project"].includes(key)))
      : level === "branch"
      ? firstKeyIn(layer, [...projectKeys, ...secretKeys])
      : undefined
    if (misplaced !== undefined) return yield* refuse(`The key ${misplaced} cannot be set on the level ${level}.`)
    const environment = level === "environment" ? layer : layerOf(project, "environment")
    const layers = { ...project.configLayers, ...(level === "environment" ? {} : { [level]: layer }) }
    const whole = merged(merged(layers.project, layers.branch), environment)
    const config = yield* Effect.catch(decode(whole), ({ message }) => refuse(message))
    project.configLayers = layers
    apply(project, config)
  })

/** Parses the text of an override. */
const parsed = ({ rules }: Platform, text: string): Effect.Effect<ConfigObject, Refusal> =>
  Effect.suspend(() => {
    try {
      const json: unknown = JSON.parse(text)
      if (isObject(json)) return Effect.succeed(json)
    } catch {
      // rejected below, like JSON that is not an object
    }
    return Refusal.fail(400, `${rules.laterResponseFields ? "" : "[ERROR] "}The override is not a JSON object.`)
  })

/** Applies an override to a layer. */
export const update = (platform: Platform, project: Project, level: Level, text: string) =>
  Effect.gen(function*() {
    const override = yield* parsed(platform, text)
    const only = level === "environment" && platform.rules.laterResponseFields
      ? firstKeyIn(written({}, override), projectKeys)
      : undefined
    if (only !== undefined) return yield* Refusal.fail(400, `The key ${only} can only be set on the level project.`)
    yield* replace(platform, project, level, written(layerOf(project, level), override))
  })

/** Replaces a layer with an override. */
export const replaceWith = (platform: Platform, project: Project, level: Level, text: string) =>
  Effect.flatMap(parsed(platform, text), (override) => replace(platform, project, level, written({}, override)))

/** Removes keys, and everything below them, from a layer. */
export const resetKeys = (platform: Platform, project: Project, level: Level, keys: ReadonlyArray<string>) =>
  replace(
    platform,
    project,
    level,
    written(layerOf(project, level), Object.fromEntries(keys.map((key) => [key, null])))
  )

/** Returns the effective configuration, limited to the keys of the revision. */
export const whole = ({ rules }: Platform, project: Project): ConfigObject => {
  const all = rendered(project) as ConfigObject
  return rules.laterResponseFields ? all : written(all, Object.fromEntries(laterKeys.map((key) => [key, null])))
}
