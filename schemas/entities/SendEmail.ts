/** What sending and rendering e-mails takes and answers. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Json, Millis, openEnum, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { EmailThemeChoice } from "./EmailTheme.ts"

/** What users can opt out of, and what they cannot. The same in every project. */
export const notificationCategories = {
  Transactional: { id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef", defaultEnabled: true, canDisable: false },
  Marketing: { id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c", defaultEnabled: true, canDisable: true }
} as const

/** An e-mail to users of the project. */
export const emailToSend = {
  /** Who gets it. Always given, except where a later revision of the platform is told `allUsers`. */
  userIds: Schema.optional(Schema.Array(Uuid)),
  /** For later revisions of the platform. */
  allUsers: Schema.optional(Schema.Literal(true)),
  /** The text; either this or `templateId`. */
  html: Schema.optional(Schema.String),
  templateId: Schema.optional(Schema.String),
  /** For later revisions of the platform: instead of `html` and `templateId`. */
  draftId: Schema.optional(Schema.String),
  /** What the template asks for. Only with `templateId`. */
  variables: Schema.optional(Schema.Record(Schema.String, Json)),
  subject: Schema.optional(Schema.String),
  themeId: Schema.optional(EmailThemeChoice),
  /** `Transactional` unless said otherwise. A template's own category goes first. */
  notificationCategoryName: Schema.optional(openEnum("Transactional", "Marketing")),
  /** For later revisions of the platform. */
  isHighPriority: Schema.optional(Schema.Boolean),
  /** For later revisions of the platform. */
  scheduledAt: wire("scheduled_at_millis", Schema.optional(Millis))
}

/** Whom an e-mail was meant for. Nobody is told here whether it was sent. */
export class SendEmailResult extends Schema.Opaque<SendEmailResult>()(wireStruct({
  /** One for each user that was named, also for those who were skipped. */
  results: Schema.Array(wireStruct({
    userId: Schema.String,
    /** Absent for a user without an address, and in later revisions of the platform. */
    userEmail: Schema.optionalKey(Schema.String)
  }))
})) {}

/** How an e-mail looks. */
export class RenderedEmail extends Schema.Opaque<RenderedEmail>()(wireStruct({
  html: Schema.String,
  subject: Schema.optionalKey(Schema.String),
  /** The name of the category. */
  notificationCategory: Schema.optionalKey(Schema.String),
  /** Where the text can be edited in place. From later revisions of the platform. */
  editableRegions: Schema.optionalKey(Json)
})) {}

/** How a try went. */
export class TestResult extends Schema.Opaque<TestResult>()(wireStruct({
  success: Schema.Boolean,
  /** There when it went wrong. */
  errorMessage: Schema.optionalKey(Schema.String)
})) {}

const sentOverTime = wireStruct({ sent: Schema.Finite, bounced: Schema.Finite, markedAsSpam: Schema.Finite })

/** How many e-mails the project sends, and how many it may. */
export class EmailDeliveryInfo extends Schema.Opaque<EmailDeliveryInfo>()(wireStruct({
  /** The last hour, day, week and month. */
  stats: wireStruct({ hour: sentOverTime, day: sentOverTime, week: sentOverTime, month: sentOverTime }),
  capacity: wireStruct({
    ratePerSecond: Schema.Finite,
    boostMultiplier: Schema.Finite,
    /** Falls when mails bounce or are marked as spam. */
    penaltyFactor: Schema.Finite,
    isBoostActive: Schema.Boolean,
    boostExpiresAt: Schema.NullOr(Schema.DateFromString)
  })
})) {}
