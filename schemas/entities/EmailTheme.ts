/** What frames e-mails. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Uuid } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The themes every project has. */
export const builtInEmailThemes = {
  light: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
  dark: "a0172b5d-cff0-463b-83bb-85124697373a",
  /** In later revisions of the platform. */
  colorful: "c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f"
} as const

/** A theme as lists show it. */
export class EmailThemeSummary extends Schema.Opaque<EmailThemeSummary>()(wireStruct({
  id: Schema.String,
  displayName: Schema.String
})) {}

/** A theme with its source. */
export class EmailTheme extends Schema.Opaque<EmailTheme>()(wireStruct({
  /** Left out by the 2025-08 platform: it is the id that was asked for. */
  id: Schema.optionalKey(Schema.String),
  displayName: Schema.String,
  /** A React component `EmailTheme` around its children, in TSX. */
  tsxSource: Schema.String
})) {}

/** Which theme something has: a theme's id, or `false` for none at all. Absent, it is the project's. */
export const EmailThemeId = Schema.Union([Schema.String, Schema.Literal(false)])

/** Which theme something is to have: a theme's id, `false` for none at all, `null` for the project's. */
export const EmailThemeChoice = Schema.NullOr(Schema.Union([Uuid, Schema.Literal(false)]))
