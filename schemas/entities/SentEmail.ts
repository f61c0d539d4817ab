/** Emails that the platform sent or tried to send. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Json, Millis, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The mail server of an email, without its password. */
export class SentEmailSenderConfig extends Schema.Opaque<SentEmailSenderConfig>()(wireStruct({
  type: openEnum("shared", "standard"),
  host: Schema.optionalKey(Schema.String),
  port: Schema.optionalKey(Schema.Int),
  username: Schema.optionalKey(Schema.String),
  senderName: Schema.optionalKey(Schema.String),
  senderEmail: Schema.optionalKey(Schema.String)
})) {}

/** Why an email was not delivered. */
export class SentEmailError extends Schema.Opaque<SentEmailError>()(wireStruct({
  /** The error of the platform's mail library. */
  rawError: wire("rawError", Schema.optionalKey(Json)),
  errorType: wire(
    "errorType",
    Schema.optionalKey(openEnum(
      "HOST_NOT_FOUND",
      "AUTH_FAILED",
      "TEMPORARY",
      "INVALID_EMAIL_ADDRESS",
      "REJECTED",
      "TIMEOUT",
      "SOCKET_CLOSED",
      "UNKNOWN"
    ))
  ),
  /** Whether the same email may succeed later. */
  canRetry: wire("canRetry", Schema.optionalKey(Schema.Boolean)),
  message: Schema.optionalKey(Schema.String)
})) {}

/** An email that the platform tried to send. */
export class SentEmail extends Schema.Opaque<SentEmail>()(wireStruct({
  id: Schema.String,
  subject: Schema.String,
  sentAt: wire("sent_at_millis", Millis),
  /** Email addresses. Later revisions of the platform may have a user's id instead. */
  to: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Absent in later revisions of the platform. */
  senderConfig: Schema.optionalKey(SentEmailSenderConfig),
  /** `null` if the email was delivered. A string in later revisions of the platform. */
  error: Schema.optionalKey(Schema.NullOr(Schema.Union([SentEmailError, Schema.String])))
})) {}
