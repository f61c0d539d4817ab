/** Sending mail: capacity, the outbox, rewriting of template sources. Later than the 2025-08 release. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { at, because } from "./words.ts"

/** The source of a template could not be rewritten; `details.error` is the compiler's complaint. */
export class TemplateSourceRewriteError extends KnownError("TemplateSourceRewriteError", {
  code: "TEMPLATE_SOURCE_REWRITE_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) => `The template's source could not be rewritten${because(error)} Correct it and try again.`
}) {}

/** The boost of the sending capacity is still on until `expiresAt`. Ask again after that. */
export class EmailCapacityBoostAlreadyActive extends KnownError("EmailCapacityBoostAlreadyActive", {
  code: "EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE",
  status: 409,
  details: { expiresAt: Schema.DateFromString },
  message: ({ expiresAt }) =>
    `The sending capacity is already boosted${expiresAt ? `; the boost ends${at(expiresAt)}` : ""}. ` +
    "Ask for another one after it has ended."
}) {}

/** The mail has come too far to be changed; `status` says how far. Send a new one instead. */
export class EmailNotEditable extends KnownError("EmailNotEditable", {
  code: "EMAIL_NOT_EDITABLE",
  status: 400,
  details: { emailId: Schema.String, status: Schema.String },
  message: ({ status }) =>
    `This mail can no longer be changed${status ? `, because its state is "${status}"` : ""}. Send a new one instead.`
}) {}
