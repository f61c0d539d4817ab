/** Email templates. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Json, openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { EmailThemeId } from "./EmailTheme.ts"

/** A template with its source. */
export class EmailTemplate extends Schema.Opaque<EmailTemplate>()(wireStruct({
  id: Schema.String,
  displayName: Schema.String,
  /** TSX source of a React component `EmailTemplate`, including the subject and notification category. */
  tsxSource: Schema.String,
  themeId: Schema.optionalKey(EmailThemeId),
  /** This field and the three below belong to an older generation of templates. No recorded platform sends them. */
  type: Schema.optionalKey(
    openEnum("email_verification", "password_reset", "magic_link", "team_invitation", "sign_in_invitation")
  ),
  subject: Schema.optionalKey(Schema.String),
  /** The content in the template editor's format. */
  content: Schema.optionalKey(Json),
  /** Whether the template is the platform's own, unchanged. */
  isDefault: Schema.optionalKey(Schema.Boolean)
})) {}
