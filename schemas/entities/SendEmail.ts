/** Sending and rendering emails. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Email, Json, Millis, openEnum, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { EmailThemeChoice } from "./EmailTheme.ts"

/** The categories of emails; users can opt out of one of them. The same in every project. */
export const notificationCategories = {
  Transactional: { id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef", defaultEnabled: true, canDisable: false },
  Marketing: { id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c", defaultEnabled: true, canDisable: true }
} as const

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
  /** Default is `Transactional`. The category of the template has priority. */
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
  /** The parts of the text that can be edited in place. In later revisions of the platform. */
  editableRegions: Schema.optionalKey(Json)
})) {}

/** The result of a test. */
export class TestResult extends Schema.Opaque<TestResult>()(wireStruct({
  success: Schema.Boolean,
  /** Present only after a failure. */
  errorMessage: Schema.optionalKey(Schema.String)
})) {}

const sentOverTime = wireStruct({ sent: Schema.Finite, bounced: Schema.Finite, markedAsSpam: Schema.Finite })

/** The number of emails that the project sends and can send. */
export class EmailDeliveryInfo extends Schema.Opaque<EmailDeliveryInfo>()(wireStruct({
  /** The last hour, day, week and month. */
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
