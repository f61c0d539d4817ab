/** Emails that are queued or being sent. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { OutboxEmail, OutboxRecipientInput, OutboxStatus } from "../entities/EmailOutbox.ts"
import { pageOf } from "../entities/responses.ts"
import { EmailNotEditable } from "../errors/emails.ts"
import { Json, Millis, QueryInt, Uuid } from "../fields.ts"
import { wire } from "../wireNames.ts"

/** Lists emails, newest first, in pages of `limit` (100 by default). */
export const list = endpoint("server", "emailOutbox.list", "GET /emails/outbox", {
  since: "2026-04",
  input: {
    status: Schema.optional(OutboxStatus),
    simpleStatus: Schema.optional(Schema.Literals(["in-progress", "ok", "error"])),
    limit: Schema.optional(QueryInt.check(Schema.isLessThanOrEqualTo(100, { expected: "at most 100" }))),
    cursor: Schema.optional(Schema.String)
  },
  output: pageOf(OutboxEmail)
})

/** Returns an email. An unknown email fails with `HttpFailure` (404). */
export const get = endpoint("server", "emailOutbox.get", "GET /emails/outbox/{id}", {
  since: "2026-04",
  input: { id: Uuid },
  output: OutboxEmail
})

/** Changes, pauses or cancels an email that has not been sent yet. An unknown email fails with `HttpFailure` (404). */
export const update = endpoint("server", "emailOutbox.update", "PATCH /emails/outbox/{id}", {
  since: "2026-04",
  input: {
    id: Uuid,
    tsxSource: Schema.optional(Schema.String),
    themeId: Schema.optional(Schema.NullOr(Schema.String)),
    to: Schema.optional(OutboxRecipientInput),
    variables: Schema.optional(Schema.Record(Schema.String, Json)),
    skipDeliverabilityCheck: Schema.optional(Schema.Boolean),
    scheduledAt: wire("scheduled_at_millis", Schema.optional(Millis)),
    isPaused: Schema.optional(Schema.Boolean),
    /** Cancels the email permanently. */
    cancel: Schema.optional(Schema.Literal(true))
  },
  output: OutboxEmail,
  errors: [EmailNotEditable],
  invalidates: ["emailOutbox"]
})
