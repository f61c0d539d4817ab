/** Sending and rendering emails. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Email, Json, Millis, openEnum, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { EmailThemeChoice } from "./EmailTheme.ts"

/** The fields of an email to users of the project. */
export const emailToSend = {
  /** The recipients. Required, unless `allUsers` or `emails` is set in a later revision of the platform. */
  userIds: Schema.optional(Schema.Array(Uuid)),
  /** Later revisions of the platform only. */
  allUsers: Schema.optional(Schema.Literal(true)),
  /** Addresses, which need no user. After revision 2026-04 only; read in sources, docs/platform.md §25. */
  emails: Schema.optional(Schema.Array(Email)),
  /** The content. Send either `html` or `templateId`. */
  html: Schema.optional(Schema.String),
  templateId: Schema.optional(Schema.String),
  /** Replaces `html` and `templateId`. Later revisions of the platform only. */
  draftId: Schema.optional(Schema.String),
  /** The variables of the template. Send them only with `templateId`. */
  variables: Schema.optional(Schema.Record(Schema.String, Json)),
  subject: Schema.optional(Schema.String),
  themeId: Schema.optional(EmailThemeChoice),
  /** Defaults to `Transactional`. The category of the template takes precedence. */
  notificationCategoryName: Schema.optional(openEnum("Transactional", "Marketing")),
  /** Later revisions of the platform only. */
  isHighPriority: Schema.optional(Schema.Boolean),
  /** Later revisions of the platform only. */
  scheduledAt: wire("scheduled_at_millis", Schema.optional(Millis))
}

/** The recipients of an email. The result doesn't show whether the email was sent. */
export class SendEmailResult extends Schema.Opaque<SendEmailResult>()(wireStruct({
  /** One entry for each requested user or address, including skipped users. */
  results: Schema.Array(wireStruct({
    /** Absent for an address. */
    userId: Schema.optionalKey(Schema.String),
    /** Present for an address. */
    email: Schema.optionalKey(Schema.String),
    /** Absent for a user without an address, and in later revisions of the platform. */
    userEmail: Schema.optionalKey(Schema.String)
  }))
})) {}

/** A rendered email. */
export class RenderedEmail extends Schema.Opaque<RenderedEmail>()(wireStruct({
  html: Schema.String,
  subject: Schema.optionalKey(Schema.String),
  /** The name of the category. */
  notificationCategory: Schema.optionalKey(Schema.String),
  /** The parts of the text that can be edited in place. Later revisions of the platform only. */
  editableRegions: Schema.optionalKey(Json)
})) {}

/** The result of a test. */
export class TestResult extends Schema.Opaque<TestResult>()(wireStruct({
  success: Schema.Boolean,
  /** Present only after a failure. */
  errorMessage: Schema.optionalKey(Schema.String)
})) {}

const sentOverTime = wireStruct({ sent: Schema.Finite, bounced: Schema.Finite, markedAsSpam: Schema.Finite })

/** The project's sending statistics and capacity. */
export class EmailDeliveryInfo extends Schema.Opaque<EmailDeliveryInfo>()(wireStruct({
  /** Emails sent in the past hour, day, week and month. */
  stats: wireStruct({ hour: sentOverTime, day: sentOverTime, week: sentOverTime, month: sentOverTime }),
  capacity: wireStruct({
    ratePerSecond: Schema.Finite,
    boostMultiplier: Schema.Finite,
    /** Decreases when emails bounce or are marked as spam. */
    penaltyFactor: Schema.Finite,
    isBoostActive: Schema.Boolean,
    boostExpiresAt: Schema.NullOr(Schema.DateFromString)
  })
})) {}
