/** The source of a project's configuration. docs/platform.md §16.5. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The source of a branch's configuration. */
export class ConfigSource extends Schema.Opaque<ConfigSource>()(wireStruct({
  /** `unlinked` means that the dashboard is the source. */
  type: openEnum("pushed-from-github", "pushed-from-unknown", "unlinked"),
  /** Present only with `pushed-from-github`, like the fields below. */
  owner: Schema.optionalKey(Schema.String),
  repo: Schema.optionalKey(Schema.String),
  branch: Schema.optionalKey(Schema.String),
  commitHash: Schema.optionalKey(Schema.String),
  configFilePath: Schema.optionalKey(Schema.String)
})) {}

/** The new source of a branch's configuration. */
export const ConfigSourceInput = Schema.Union([
  wireStruct({
    type: Schema.Literal("pushed-from-github"),
    owner: Schema.String,
    repo: Schema.String,
    branch: Schema.String,
    commitHash: Schema.String,
    configFilePath: Schema.String
  }),
  wireStruct({ type: Schema.Literals(["pushed-from-unknown", "unlinked"]) })
])
