/** Where a project's configuration comes from. docs/platform.md §16.5. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** What keeps a branch's configuration. */
export class ConfigSource extends Schema.Opaque<ConfigSource>()(wireStruct({
  /** `unlinked` is the dashboard. */
  type: openEnum("pushed-from-github", "pushed-from-unknown", "unlinked"),
  /** With `pushed-from-github`, as are the fields below. */
  owner: Schema.optionalKey(Schema.String),
  repo: Schema.optionalKey(Schema.String),
  branch: Schema.optionalKey(Schema.String),
  commitHash: Schema.optionalKey(Schema.String),
  configFilePath: Schema.optionalKey(Schema.String)
})) {}

/** What is to keep a branch's configuration. */
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
