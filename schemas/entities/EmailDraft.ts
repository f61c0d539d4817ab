/** Email drafts. Later revisions of the platform only. */
import * as Schema from "effect/Schema"
import { Millis } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { EmailThemeId } from "./EmailTheme.ts"

/** A draft with its source. */
export class EmailDraft extends Schema.Opaque<EmailDraft>()(wireStruct({
  id: Schema.String,
  displayName: Schema.String,
  tsxSource: Schema.String,
  themeId: Schema.optionalKey(EmailThemeId),
  sentAt: wire("sent_at_millis", Schema.NullOr(Millis))
})) {}
