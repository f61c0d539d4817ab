/** Email themes. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** A theme in a list. */
export class EmailThemeSummary extends Schema.Opaque<EmailThemeSummary>()(wireStruct({
  id: Schema.String,
  displayName: Schema.String
})) {}

/** A theme with its source. */
export class EmailTheme extends Schema.Opaque<EmailTheme>()(wireStruct({
  /** Omitted by the 2025-08 platform. The request already has the id. */
  id: Schema.optionalKey(Schema.String),
  displayName: Schema.String,
  /** TSX source of a React component `EmailTheme`, which wraps its children. */
  tsxSource: Schema.String
})) {}

/** A theme setting: a theme's id, or `false` for no theme. If absent, the project's theme applies. */
export const EmailThemeId = Schema.Union([Schema.String, Schema.Literal(false)])

/** A theme setting in requests: a theme's id, `false` for no theme, `null` for the project's. */
export const EmailThemeChoice = Schema.NullOr(Schema.Union([Uuid, Schema.Literal(false)]))
