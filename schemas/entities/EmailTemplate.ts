/** Email templates. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Json, openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { EmailThemeId } from "./EmailTheme.ts"

/** The templates of the emails that the platform sends on its own. Their ids are the same in every project. */
export const builtInEmailTemplates = {
  emailVerification: "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
  passwordReset: "a70fb3a4-56c1-4e42-af25-49d25603abd0",
  /** The email with the one-time code and the magic link. */
  magicLink: "822687fe-8d0a-4467-a0d1-416b6e639478",
  teamInvitation: "e84de395-2076-4831-9c19-8e9a96a868e4",
  signInInvitation: "066dd73c-36da-4fd0-b6d6-ebf87683f8bc"
} as const

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
