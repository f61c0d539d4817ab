/** The email outbox. Later revisions of the platform only. */
import * as Schema from "effect/Schema"
import { Email, Json, Millis, openEnum, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The recipient of an email. */
export class OutboxRecipient extends Schema.Opaque<OutboxRecipient>()(wireStruct({
  type: openEnum("user-primary-email", "user-custom-emails", "custom-emails"),
  /** Absent for recipients of type `custom-emails`. */
  userId: Schema.optionalKey(Schema.String),
  /** Absent for recipients of type `user-primary-email`. */
  emails: Schema.optionalKey(Schema.Array(Schema.String))
})) {}

/** The recipient of an email, in the form that requests use. */
export const OutboxRecipientInput = Schema.Union([
  wireStruct({ type: Schema.Literal("user-primary-email"), userId: Uuid }),
  wireStruct({ type: Schema.Literal("user-custom-emails"), userId: Uuid, emails: Schema.Array(Email) }),
  wireStruct({ type: Schema.Literal("custom-emails"), emails: Schema.Array(Email) })
])

/** The status of an email. */
export const OutboxStatus = openEnum(
  "paused",
  "preparing",
  "rendering",
  "render-error",
  "scheduled",
  "queued",
  "sending",
  "server-error",
  "skipped",
  "bounced",
  "delivery-delayed",
  "sent",
  "opened",
  "clicked",
  "marked-as-spam"
)

const at = (wireName: string) => wire(wireName, Schema.optionalKey(Millis))

/** An email in the outbox. Its `status` decides which optional fields are present. */
export class OutboxEmail extends Schema.Opaque<OutboxEmail>()(wireStruct({
  id: Schema.String,
  createdAt: wire("created_at_millis", Millis),
  updatedAt: wire("updated_at_millis", Millis),
  tsxSource: Schema.String,
  themeId: Schema.NullOr(Schema.String),
  to: OutboxRecipient,
  variables: Schema.Record(Schema.String, Json),
  skipDeliverabilityCheck: Schema.Boolean,
  /** The earliest time of sending. */
  scheduledAt: wire("scheduled_at_millis", Millis),
  createdWith: openEnum("draft", "programmatic-call"),
  emailDraftId: Schema.NullOr(Schema.String),
  emailProgrammaticCallTemplateId: Schema.NullOr(Schema.String),
  sendRetries: Schema.Int,
  nextSendRetryAt: wire("next_send_retry_at_millis", Schema.NullOr(Millis)),
  sendAttemptErrors: Schema.NullOr(Schema.Array(wireStruct({
    attemptNumber: Schema.Finite,
    timestamp: Json,
    externalMessage: Json,
    externalDetails: Schema.optionalKey(Json),
    internalMessage: Schema.optionalKey(Json),
    internalDetails: Schema.optionalKey(Json)
  }))),
  /** An email can be changed while it is paused, preparing, rendering, scheduled or queued, and after an error. */
  status: OutboxStatus,
  /**
   * A summary of `status`: `error` if the email couldn't be rendered or sent, or if it bounced; `ok` if it is finished.
   */
  simpleStatus: openEnum("in-progress", "ok", "error"),
  isPaused: Schema.Boolean,
  hasRendered: Schema.Boolean,
  hasDelivered: Schema.Boolean,
  startedRenderingAt: at("started_rendering_at_millis"),
  renderedAt: at("rendered_at_millis"),
  /** Present only with status `render-error`. */
  renderError: Schema.optionalKey(Schema.String),
  /** Present after rendering, like the five fields below. */
  subject: Schema.optionalKey(Schema.String),
  html: Schema.optionalKey(Schema.NullOr(Schema.String)),
  text: Schema.optionalKey(Schema.NullOr(Schema.String)),
  isTransactional: Schema.optionalKey(Schema.Boolean),
  isHighPriority: Schema.optionalKey(Schema.Boolean),
  notificationCategoryId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  startedSendingAt: at("started_sending_at_millis"),
  errorAt: at("error_at_millis"),
  /** Present only with status `server-error`. */
  serverError: Schema.optionalKey(Schema.String),
  skippedAt: at("skipped_at_millis"),
  skippedReason: Schema.optionalKey(Schema.String),
  skippedDetails: Schema.optionalKey(Schema.Record(Schema.String, Json)),
  bouncedAt: at("bounced_at_millis"),
  deliveryDelayedAt: at("delivery_delayed_at_millis"),
  deliveredAt: at("delivered_at_millis"),
  /** Whether the sending service reports what happens to the email after it is sent. */
  canHaveDeliveryInfo: Schema.optionalKey(Schema.Boolean),
  openedAt: at("opened_at_millis"),
  clickedAt: at("clicked_at_millis"),
  markedAsSpamAt: at("marked_as_spam_at_millis")
})) {}
