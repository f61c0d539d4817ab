/** The platform's information about itself. docs/protocol.md §26. */
import * as Schema from "effect/Schema"
import { wire, wireStruct } from "../wireNames.ts"

/** Whether a self-hosted platform is up to date. */
export class VersionCheck extends Schema.Opaque<VersionCheck>()(wireStruct({
  upToDate: wire("upToDate", Schema.Boolean),
  /** The required action. Present only if the platform isn't up to date. */
  error: Schema.optionalKey(Schema.String),
  /** Whether the update is urgent. */
  severe: Schema.optionalKey(Schema.Boolean)
})) {}
