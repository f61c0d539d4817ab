/**
 * The layers behind a project's configuration: project, branch, environment; the later one wins. The environment's is
 * what the project's settings have beyond the others, so it and they are always one thing. docs/platform.md §16.5.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ConfigObject, type Platform, type Project, Refusal } from "../state/index.ts"
import { apply, defaults, Rendered, rendered } from "./renderedConfig.ts"

export type Level = "project" | "branch" | "environment"

const isObject = (value: unknown): value is ConfigObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** One object over another. */
const merged = (base: ConfigObject, over: ConfigObject): ConfigObject => {
  const result: { [key: string]: Schema.Json } = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = result[key]
    if (value === null) delete result[key]
    else result[key] = isObject(below) && isObject(value) ? merged(below, value) : value
  }
  return result
}

/** What one object has that another has not. What is gone is `null`. */
const difference = (base: ConfigObject, full: ConfigObject): ConfigObject => {
  const result: { [key: string]: Schema.Json } = {}
  for (const key of new Set([...Object.keys(base), ...Object.keys(full)])) {
    const [before, after = null] = [base[key], full[key]]
    if (JSON.stringify(before) === JSON.stringify(after)) continue
    result[key] = isObject(before) && isObject(after) ? difference(before, after) : after
  }
  return result
}

/** Writes a value at a path: what was stored below it goes, and `null` takes the key away. */
const write = (layer: ConfigObject, [key, ...rest]: ReadonlyArray<string>, value: Schema.Json): ConfigObject => {
  const { [key!]: below, ...others } = layer
  if (rest.length > 0) return { ...others, [key!]: write(isObject(below) ? below : {}, rest, value) }
  return value === null ? others : { ...others, [key!]: isObject(value) ? written({}, value) : value }
}

/** An override with keys that may be paths, on top of a layer. */
const written = (layer: ConfigObject, override: ConfigObject): ConfigObject =>
  Object.entries(override).reduce((result, [path, value]) => write(result, path.split("."), value), layer)

const below = ({ configLayers: { branch, project } }: Project): ConfigObject => merged(project, branch)

/** A layer as it is stored. */
export const layerOf = (project: Project, level: Level): ConfigObject =>
  level === "environment"
    ? difference(merged(defaults(project) as ConfigObject, below(project)), rendered(project) as ConfigObject)
    : project.configLayers[level]

/** Keys of one level alone; a key and what is below it. */
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

const holds = (value: unknown, [key, ...rest]: ReadonlyArray<string>): boolean =>
  isObject(value) && (key === "*"
    ? Object.values(value).some((entry) => holds(entry, rest))
    : Object.hasOwn(value, key!) && (rest.length === 0 || holds(value[key!], rest)))

const heldIn = (layer: ConfigObject, paths: ReadonlyArray<string>) =>
  paths.find((path) => holds(layer, path.split(".")))

const decode = Schema.decodeUnknownEffect(Rendered, { onExcessProperty: "error" })

/** Puts a layer in the place of another. Fails in plain text, and changes nothing, where it is none. */
const replace = (
  { rules }: Platform,
  project: Project,
  level: Level,
  layer: ConfigObject
): Effect.Effect<void, Refusal> =>
  Effect.gen(function*() {
    const refuse = (why: string) => Refusal.fail(400, `${rules.laterAnswers ? "" : "[ERROR] "}${why}`)
    const later = rules.laterAnswers ? undefined : heldIn(layer, laterKeys)
    if (later !== undefined) return yield* refuse(`There is no key ${later}.`)
    const misplaced = level === "project"
      ? heldIn(layer, Object.keys(layer).filter((key) => !["sourceOfTruth", "project"].includes(key)))
      : level === "branch"
      ? heldIn(layer, [...projectKeys, ...secretKeys])
      : undefined
    if (misplaced !== undefined) return yield* refuse(`The key ${misplaced} does not belong on the level ${level}.`)
    const environment = level === "environment" ? layer : layerOf(project, "environment")
    const layers = { ...project.configLayers, ...(level === "environment" ? {} : { [level]: layer }) }
    const whole = merged(merged(layers.project, layers.branch), environment)
    const config = yield* Effect.catch(decode(whole), ({ message }) => refuse(message))
    project.configLayers = layers
    apply(project, config)
  })

/** Reads an override from its text. */
const parsed = ({ rules }: Platform, text: string): Effect.Effect<ConfigObject, Refusal> =>
  Effect.suspend(() => {
    try {
      const json: unknown = JSON.parse(text)
      if (isObject(json)) return Effect.succeed(json)
    } catch {
      // said below
    }
    return Refusal.fail(400, `${rules.laterAnswers ? "" : "[ERROR] "}The override is not a JSON object.`)
  })

/** Puts an override on top of a layer. */
export const update = (platform: Platform, project: Project, level: Level, text: string) =>
  Effect.gen(function*() {
    const override = yield* parsed(platform, text)
    const only = level === "environment" && platform.rules.laterAnswers
      ? heldIn(written({}, override), projectKeys)
      : undefined
    if (only !== undefined) return yield* Refusal.fail(400, `The key ${only} belongs on the level project.`)
    yield* replace(platform, project, level, written(layerOf(project, level), override))
  })

/** Puts an override in the place of a layer. */
export const replaceWith = (platform: Platform, project: Project, level: Level, text: string) =>
  Effect.flatMap(parsed(platform, text), (override) => replace(platform, project, level, written({}, override)))

/** Takes keys, and what is below them, out of a layer. */
export const resetKeys = (platform: Platform, project: Project, level: Level, keys: ReadonlyArray<string>) =>
  replace(
    platform,
    project,
    level,
    written(layerOf(project, level), Object.fromEntries(keys.map((key) => [key, null])))
  )

/** The configuration as it applies, with the keys that the revision knows. */
export const whole = ({ rules }: Platform, project: Project): ConfigObject => {
  const all = rendered(project) as ConfigObject
  return rules.laterAnswers ? all : written(all, Object.fromEntries(laterKeys.map((key) => [key, null])))
}
