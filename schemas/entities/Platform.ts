/** What the platform says about itself and its clients. docs/protocol.md §26. */
import * as Schema from "effect/Schema"
import { wire, wireStruct } from "../wireNames.ts"

/** Whether a self-hosted platform is of the present version. */
export class VersionCheck extends Schema.Opaque<VersionCheck>()(wireStruct({
  upToDate: wire("upToDate", Schema.Boolean),
  /** What to do about it; only when it is not up to date. */
  error: Schema.optionalKey(Schema.String),
  /** Updating cannot wait. */
  severe: Schema.optionalKey(Schema.Boolean)
})) {}
