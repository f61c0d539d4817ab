/** Email themes. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The themes every project has. */
export const builtInEmailThemes = {
  light: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
  dark: "a0172b5d-cff0-463b-83bb-85124697373a",
  /** Exists in later revisions of the platform only. */
  colorful: "c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f"
} as const

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
