/**
 * Configuration of a project, in three layers: project, branch and environment. Later layers override earlier ones. The
 * configuration is JSON text that contains secrets. docs/platform.md §16.5.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { ConfigSource, ConfigSourceInput } from "../entities/Config.ts"
import { Empty, Success } from "../entities/responses.ts"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import * as InternalProjects from "./internalProjects.ts"

const level = Schema.Literals(["project", "branch", "environment"])

/** Returns the effective configuration: all layers merged, with defaults. */
export const get = endpoint("admin", "projectConfig.get", "GET /internal/config", {
  output: wireStruct({ configString: Secret })
})

/** Returns one stored layer. A server can read only `branch`. Since revision 2026-04. */
export const getOverride = endpoint("server", "projectConfig.getOverride", "GET /internal/config/override/{level}", {
  since: "2026-04",
  input: { level },
  output: wireStruct({ configString: Secret })
})

/**
 * Changes the environment layer. A key can be a path with dots. Setting a key removes the values stored below it;
 * `null` restores its default.
 *
 * Malformed JSON and an invalid configuration fail with `HttpFailure` (400). Later revisions of the platform have
 * `updateOverride` instead.
 */
export const update = endpoint("admin", "projectConfig.update", "PATCH /internal/config/override", {
  input: { configOverrideString: Schema.optional(Secret) },
  output: Empty,
  invalidates: [get, getOverride, InternalProjects.getCurrent, "projects"]
})

/** Replaces a layer. A server can write only `branch`. Since revision 2026-04. */
export const replaceOverride = endpoint(
  "server",
  "projectConfig.replaceOverride",
  "PUT /internal/config/override/{level}",
  {
    since: "2026-04",
    input: {
      level,
      configString: Secret,
      /** Required if the layer is `branch`. */
      source: Schema.optional(ConfigSourceInput)
    },
    output: Success,
    invalidates: ["projectConfig", InternalProjects.getCurrent, "projects"]
  }
)

/** Changes a layer as `update` does. A server can write only `branch`. Since revision 2026-04. */
export const updateOverride = endpoint(
  "server",
  "projectConfig.updateOverride",
  "PATCH /internal/config/override/{level}",
  {
    since: "2026-04",
    input: { level, configOverrideString: Secret },
    output: Success,
    invalidates: [get, getOverride, InternalProjects.getCurrent, "projects"]
  }
)

/** Removes keys, and the values below them, from a layer. Since revision 2026-04. */
export const resetKeys = endpoint(
  "admin",
  "projectConfig.resetKeys",
  "POST /internal/config/override/{level}/reset-keys",
  {
    since: "2026-04",
    input: { level: Schema.Literals(["branch", "environment"]), keys: Schema.Array(Schema.String) },
    output: Success,
    invalidates: [get, getOverride, InternalProjects.getCurrent, "projects"]
  }
)

/** Returns the source of the branch's configuration. Since revision 2026-04. */
export const getSource = endpoint("admin", "projectConfig.getSource", "GET /internal/config/source", {
  since: "2026-04",
  output: wireStruct({ source: ConfigSource })
})

/** Makes the dashboard the source of the branch's configuration again. Since revision 2026-04. */
export const unlinkSource = endpoint("admin", "projectConfig.unlinkSource", "DELETE /internal/config/source", {
  since: "2026-04",
  output: Success,
  invalidates: [getSource]
})
