/** Email drafts. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { EmailDraft } from "../entities/EmailDraft.ts"
import { EmailThemeChoice } from "../entities/EmailTheme.ts"
import { Millis, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const Ok = wireStruct({ ok: Schema.Literal("ok") })

/** Lists the project's drafts, most recently changed first. */
export const list = endpoint("admin", "emailDrafts.list", "GET /internal/email-drafts", {
  since: "2026-04",
  output: wireStruct({ drafts: Schema.Array(EmailDraft) })
})

/**
 * Creates a draft. To send it, pass its id to `emails.send` as `draftId`. Revision 2026-04 rejects `themeId: null`;
 * omit the field to use the project's theme.
 */
export const create = endpoint("admin", "emailDrafts.create", "POST /internal/email-drafts", {
  since: "2026-04",
  input: {
    displayName: Schema.String,
    themeId: Schema.optional(EmailThemeChoice),
    tsxSource: Schema.optional(Schema.String)
  },
  output: wireStruct({ id: Schema.String }),
  invalidates: [list]
})

/** Returns a draft with its source. An unknown draft fails with `HttpFailure` (404), here and in `delete`. */
export const get = endpoint("admin", "emailDrafts.get", "GET /internal/email-drafts/{id}", {
  since: "2026-04",
  input: { id: Uuid },
  output: EmailDraft
})

/**
 * Changes a draft. Without `themeId`, the draft gets the project's theme. Revision 2026-04 rejects `sentAt` and
 * `themeId: null`, and fails with `HttpFailure` (500) for an unknown draft.
 */
export const update = endpoint("admin", "emailDrafts.update", "PATCH /internal/email-drafts/{id}", {
  since: "2026-04",
  input: {
    id: Uuid,
    displayName: Schema.optional(Schema.String),
    themeId: Schema.optional(EmailThemeChoice),
    tsxSource: Schema.optional(Schema.String),
    sentAt: wire("sent_at_millis", Schema.optional(Schema.NullOr(Millis)))
  },
  output: Ok,
  invalidates: ["emailDrafts"]
})

/** Deletes a draft permanently. */
const remove = endpoint("admin", "emailDrafts.delete", "DELETE /internal/email-drafts/{id}", {
  since: "2026-04",
  input: { id: Uuid },
  output: Ok,
  invalidates: ["emailDrafts"]
})

export { remove as delete }
