/**
 * The configuration behind a project, in layers: project, branch, environment; the later one wins. It travels as JSON
 * text, in which secrets are. docs/platform.md §16.5.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Empty, Success } from "../entities/answers.ts"
import { ConfigSource, ConfigSourceInput } from "../entities/Config.ts"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

const level = Schema.Literals(["project", "branch", "environment"])

/** The configuration as it applies: all layers together, defaults filled in. */
export const get = endpoint("admin", "projectConfig.get", "GET /internal/config", {
  output: wireStruct({ configString: Secret })
})

/**
 * Changes the environment's layer. A key may be a path with dots; setting it drops what was stored below it, and `null`
 * brings its default back.
 *
 * Text that is no JSON, or no configuration, is refused with a plain 400. Later revisions of the platform have
 * `updateOverride` instead.
 */
export const update = endpoint("admin", "projectConfig.update", "PATCH /internal/config/override", {
  input: { configOverrideString: Schema.optional(Secret) },
  output: Empty,
  invalidates: ["projectConfig.get", "projectConfig.getOverride", "internalProjects.getCurrent", "projects"]
})

/** One layer as it is stored. A server may read `branch` only. For later revisions of the platform. */
export const getOverride = endpoint("server", "projectConfig.getOverride", "GET /internal/config/override/{level}", {
  since: "2026-04",
  input: { level },
  output: wireStruct({ configString: Secret })
})

/** Replaces a layer. A server may write `branch` only. For later revisions of the platform. */
export const replaceOverride = endpoint(
  "server",
  "projectConfig.replaceOverride",
  "PUT /internal/config/override/{level}",
  {
    since: "2026-04",
    input: {
      level,
      configString: Secret,
      /** Asked for with `branch`. */
      source: Schema.optional(ConfigSourceInput)
    },
    output: Success,
    invalidates: ["projectConfig", "internalProjects.getCurrent", "projects"]
  }
)

/** Changes a layer as `update` does. A server may write `branch` only. For later revisions of the platform. */
export const updateOverride = endpoint(
  "server",
  "projectConfig.updateOverride",
  "PATCH /internal/config/override/{level}",
  {
    since: "2026-04",
    input: { level, configOverrideString: Secret },
    output: Success,
    invalidates: ["projectConfig.get", "projectConfig.getOverride", "internalProjects.getCurrent", "projects"]
  }
)

/** Drops keys, and what is below them, from a layer. For later revisions of the platform. */
export const resetKeys = endpoint(
  "admin",
  "projectConfig.resetKeys",
  "POST /internal/config/override/{level}/reset-keys",
  {
    since: "2026-04",
    input: { level: Schema.Literals(["branch", "environment"]), keys: Schema.Array(Schema.String) },
    output: Success,
    invalidates: ["projectConfig.get", "projectConfig.getOverride", "internalProjects.getCurrent", "projects"]
  }
)

/** What keeps the branch's configuration. For later revisions of the platform. */
export const getSource = endpoint("admin", "projectConfig.getSource", "GET /internal/config/source", {
  since: "2026-04",
  output: wireStruct({ source: ConfigSource })
})

/** Gives the branch's configuration back to the dashboard. For later revisions of the platform. */
export const unlinkSource = endpoint("admin", "projectConfig.unlinkSource", "DELETE /internal/config/source", {
  since: "2026-04",
  output: Success,
  invalidates: ["projectConfig.getSource"]
})
