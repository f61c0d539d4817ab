/**
 * Layers of a project's configuration: project, branch and environment. Layers are stored as they were written, and
 * later layers override earlier ones. The project's settings, permissions, themes and templates are derived from them.
 * docs/platform.md §16.5.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { builtInEmailThemes } from "../../../../schemas/entities/emailIds.ts"
import {
  builtInTemplates,
  type ConfigLayers,
  type ConfigObject,
  type EmailTemplate,
  type EmailTheme,
  type Platform,
  type Project,
  Refusal,
  type RevisionRules
} from "../../state/index.ts"
import { renamed } from "./oldPaymentNames.ts"
import { connectAccountAs, paymentsOf } from "./paymentsConfig.ts"
import { apply, completed, defaults, isEntry, permissionEntry, Rendered, templateEntry } from "./renderedConfig.ts"

export type Level = keyof ConfigLayers

const isObject = (value: unknown): value is ConfigObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Deeply merges `over` into `base`. */
const merged = (base: ConfigObject, over: ConfigObject): ConfigObject => {
  const result: { [key: string]: Schema.Json } = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = result[key]
    result[key] = isObject(below) && isObject(value) ? merged(below, value) : value
  }
  return result
}

/** Sets the value at a path, replacing everything below it. `null` deletes the key. */
const setAt = (config: ConfigObject, [key, ...rest]: ReadonlyArray<string>, value: Schema.Json): ConfigObject => {
  const { [key!]: below, ...others } = config
  if (rest.length > 0) return { ...others, [key!]: setAt(isObject(below) ? below : {}, rest, value) }
  return value === null ? others : { ...others, [key!]: isObject(value) ? nested(value) : value }
}

/** Returns a layer, whose keys may be paths, as nested objects. */
const nested = (layer: ConfigObject): ConfigObject =>
  Object.entries(layer).reduce<ConfigObject>((result, [path, value]) => setAt(result, path.split("."), value), {})

/** Removes a path, and everything below it, from a stored layer. */
const without = (layer: ConfigObject, path: string): ConfigObject =>
  Object.fromEntries(
    Object.entries(layer).flatMap(([key, value]) =>
      key === path || key.startsWith(`${path}.`)
        ? []
        : path.startsWith(`${key}.`) && isObject(value)
        ? [[key, without(value, path.slice(key.length + 1))]]
        : [[key, value]]
    )
  )

/** Writes an override into a stored layer. A key replaces stored keys below it, and `null` removes them. */
const written = (layer: ConfigObject, override: ConfigObject): ConfigObject =>
  Object.entries(override).reduce<ConfigObject>((result, [path, value]) => {
    const others = without(result, path)
    return value === null ? others : { ...others, [path]: value }
  }, layer)

/**
 * Whether a path leads into an entry that doesn't exist, such as a trusted domain. The platform stores such a path but
 * ignores it.
 */
const leadsNowhere = (config: ConfigObject, path: ReadonlyArray<string>): boolean => {
  let value: unknown = config
  return path.slice(0, -1).some((key, at) => {
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    return !isObject(value) && isEntry(path.slice(0, at + 1))
  })
}

/** Applies a layer to a configuration. Keys that aren't paths are merged, as objects. */
const applied = (config: ConfigObject, layer: ConfigObject): ConfigObject =>
  Object.entries(layer).reduce<ConfigObject>((result, [key, value]) => {
    const path = key.split(".")
    return leadsNowhere(result, path) ? result : merged(result, setAt({}, path, value))
  }, config)

/** Returns the effective configuration of all layers. */
const effective = ({ branch, environment, project }: ConfigLayers): ConfigObject =>
  [project, branch, environment].reduce(applied, nested(defaults()))

/** Stores layers, and derives the project's settings from them. */
export const store = (project: Project, layers: ConfigLayers): void => {
  project.configLayers = layers
  apply(project, effective(layers) as Rendered)
}

/** Writes valid values into the environment layer, as the endpoints for settings, permissions and emails do. */
export const write = (project: Project, override: ConfigObject): void =>
  store(project, { ...project.configLayers, environment: written(project.configLayers.environment, override) })

/** Returns a project's permissions, themes and templates as an override. */
export const entriesOf = (
  { emailTemplates, emailThemes, permissionDefinitions }: Pick<
    Project,
    "emailTemplates" | "emailThemes" | "permissionDefinitions"
  >
): ConfigObject => ({
  "rbac.permissions": Object.fromEntries(
    [...permissionDefinitions.values()].map((definition) => [definition.id, permissionEntry(definition)])
  ),
  "emails.themes": Object.fromEntries([...emailThemes.values()].map(({ id, ...theme }) => [id, theme])),
  "emails.templates": Object.fromEntries(
    [...emailTemplates.values()].map((template) => [template.id, templateEntry(template)])
  )
})

/** Returns a layer as it is stored. */
export const layerOf = (project: Project, level: Level): ConfigObject => project.configLayers[level]

/** Keys that can be set on certain levels only, or in later revisions only, including all keys below them. */
const projectKeys = ["sourceOfTruth", "project.requirePublishableClientKey"]
const secretKeys = [
  "domains.trustedDomains",
  "emails.server.password",
  ...["clientId", "clientSecret", "applePrivateKey"].map((key) => `auth.oauth.providers.*.${key}`)
]
const laterKeys = [
  "project",
  "apps",
  "onboarding",
  "auth.anonymous",
  "auth.signUpRules",
  "auth.signUpRulesDefaultAction",
  "emails.server.provider",
  `emails.themes.${builtInEmailThemes.colorful}`
]

/** Keys with a default that 2025-08 doesn't show. */
const laterDefaults = ["analytics", "customDashboards", "dataVault", "dbSync"]

/** Returns the keys that the revision doesn't have. */
const missingKeys = ({ anonymousSwitch, laterResponseFields }: RevisionRules): ReadonlyArray<string> =>
  !laterResponseFields ? laterKeys : anonymousSwitch ? [] : ["auth.anonymous"]

const hasPath = (value: unknown, [key, ...rest]: ReadonlyArray<string>): boolean =>
  isObject(value) && (key === "*"
    ? Object.values(value).some((entry) => hasPath(entry, rest))
    : Object.hasOwn(value, key!) && (rest.length === 0 || hasPath(value[key!], rest)))

const firstKeyIn = (layer: ConfigObject, paths: ReadonlyArray<string>) =>
  paths.find((path) => hasPath(layer, path.split(".")))

/** Finds a key with a dot, at any depth. */
const dottedKeyIn = (value: Schema.Json): string | undefined => {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  return entries.find(([key]) => key.includes("."))?.[0]
    ?? entries.map(([, below]) => dottedKeyIn(below)).find((key) => key !== undefined)
}

const decode = Schema.decodeUnknownEffect(Rendered, { onExcessProperty: "error" })

/** Replaces a layer. An invalid layer changes nothing and fails with a plain-text error. */
const replace = (
  { rules }: Platform,
  project: Project,
  level: Level,
  layer: ConfigObject
): Effect.Effect<void, Refusal> =>
  Effect.gen(function*() {
    const refuse = (why: string) => Refusal.fail(400, `${rules.laterResponseFields ? "" : "[ERROR] "}${why}`)
    const full = nested(layer)
    const later = firstKeyIn(full, missingKeys(rules))
    const dotted = rules.laterResponseFields
      ? Object.values(layer).map(dottedKeyIn).find((key) => key !== undefined)
      : undefined
    if (dotted !== undefined) {
      return yield* refuse(`The key ${dotted} contains a dot. Only keys at the top level of an override can be paths.`)
    }
    if (later !== undefined) return yield* refuse(`There is no key ${later}.`)
    const misplaced = level === "project"
      ? firstKeyIn(full, Object.keys(full).filter((key) => !["sourceOfTruth", "project"].includes(key)))
      : level === "branch"
      ? firstKeyIn(full, [...projectKeys, ...secretKeys])
      : undefined
    if (misplaced !== undefined) return yield* refuse(`The key ${misplaced} cannot be set at the ${level} level.`)
    const layers = { ...project.configLayers, [level]: layer }
    yield* Effect.catch(decode(effective(layers)), ({ message }) => refuse(message))
    store(project, layers)
    if (rules.payments === "offers") connectAccountAs(project, paymentsOf(project).stripeAccountId)
  })

/** Parses the text of an override, and renames its old keys. */
const parsed = ({ rules }: Platform, level: Level, text: string): Effect.Effect<ConfigObject, Refusal> =>
  Effect.suspend(() => {
    try {
      const json: unknown = JSON.parse(text)
      const hasOldNames = rules.payments === "products" && level !== "project"
      if (isObject(json)) return Effect.succeed(hasOldNames ? renamed(json) : json)
    } catch {
      // rejected below, like JSON that is not an object
    }
    return Refusal.fail(400, `${rules.laterResponseFields ? "" : "[ERROR] "}The override is not a JSON object.`)
  })

/** Writes an override into a layer. */
export const update = (platform: Platform, project: Project, level: Level, text: string) =>
  Effect.gen(function*() {
    const override = yield* parsed(platform, level, text)
    const only = level === "environment" && platform.rules.laterResponseFields
      ? firstKeyIn(nested(override), projectKeys)
      : undefined
    if (only !== undefined) return yield* Refusal.fail(400, `The key ${only} can only be set at the project level.`)
    yield* replace(platform, project, level, written(project.configLayers[level], override))
  })

/** Replaces a layer with an override. */
export const replaceWith = (platform: Platform, project: Project, level: Level, text: string) =>
  Effect.flatMap(parsed(platform, level, text), (override) => replace(platform, project, level, override))

/** Removes keys, and everything below them, from a layer. */
export const resetKeys = (platform: Platform, project: Project, level: Level, keys: ReadonlyArray<string>) =>
  replace(platform, project, level, keys.reduce(without, project.configLayers[level]))

/** Returns the themes that the project shows. Revision 2025-08 has only two built-in themes. */
export const shownThemes = ({ rules }: Platform, { emailThemes }: Project): ReadonlyArray<EmailTheme> =>
  [...emailThemes.values()].filter(({ id }) => rules.laterResponseFields || id !== builtInEmailThemes.colorful)

const builtInIds: ReadonlySet<string> = new Set(builtInTemplates().map(({ id }) => id))

/**
 * Returns the templates that the project shows. Its own templates can be hidden while it uses the shared mail server.
 */
export const shownTemplates = (
  { rules }: Platform,
  { config, emailTemplates }: Project
): ReadonlyArray<EmailTemplate> => {
  const all = [...emailTemplates.values()]
  return rules.hidesTemplates && config.emailConfig.type === "shared" ? all.filter(({ id }) => builtInIds.has(id)) : all
}

/** Returns the contents of a project's layers. */
const stored = ({ configLayers: { branch, environment, project } }: Project): ConfigObject =>
  [project, branch, environment].reduce(applied, {})

/** Returns the effective configuration with all defaults, limited to the keys and templates that the revision shows. */
export const whole = (platform: Platform, project: Project): ConfigObject => {
  const { emails, ...rest } = completed(effective(project.configLayers) as Rendered)
  const templates = Object.fromEntries(
    shownTemplates(platform, project).map((template) => [template.id, templateEntry(template)])
  )
  const all = { ...rest, emails: { ...emails, templates } } as ConfigObject
  const hidden = platform.rules.laterResponseFields
    ? []
    : laterDefaults.filter((key) => !hasPath(stored(project), [key]))
  return [...missingKeys(platform.rules), ...hidden].reduce(without, all)
}
