/** E-mails that went out, or should have. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { Json, Millis, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The server an e-mail went out through. Never with a password. */
export class SentEmailSenderConfig extends Schema.Opaque<SentEmailSenderConfig>()(wireStruct({
  type: openEnum("shared", "standard"),
  host: Schema.optionalKey(Schema.String),
  port: Schema.optionalKey(Schema.Int),
  username: Schema.optionalKey(Schema.String),
  senderName: Schema.optionalKey(Schema.String),
  senderEmail: Schema.optionalKey(Schema.String)
})) {}

/** Why an e-mail was not delivered. */
export class SentEmailError extends Schema.Opaque<SentEmailError>()(wireStruct({
  /** What the mail server's own library said. */
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
  /** The same mail may get through later. */
  canRetry: wire("canRetry", Schema.optionalKey(Schema.Boolean)),
  message: Schema.optionalKey(Schema.String)
})) {}

/** An e-mail that the platform tried to send. */
export class SentEmail extends Schema.Opaque<SentEmail>()(wireStruct({
  id: Schema.String,
  subject: Schema.String,
  sentAt: wire("sent_at_millis", Millis),
  /** Addresses; later revisions of the platform may name a user instead. */
  to: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Left out by later revisions of the platform. */
  senderConfig: Schema.optionalKey(SentEmailSenderConfig),
  /** `null` when it was delivered; a sentence from later revisions of the platform. */
  error: Schema.optionalKey(Schema.NullOr(Schema.Union([SentEmailError, Schema.String])))
})) {}
