/** Feedback for the operator of the platform. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/responses.ts"
import { Email } from "../fields.ts"

/**
 * Emails a message to the platform operator's support. Works with and without a session. Sending a message twice emails
 * it twice. Since revision 2026-04.
 */
export const send = endpoint("client", "feedback.send", "POST /internal/feedback", {
  since: "2026-04",
  input: {
    /** At most 100 characters. */
    name: Schema.optional(Schema.String.check(Schema.isMaxLength(100, { expected: "at most 100 characters" }))),
    /** Email address for the reply. */
    email: Email,
    message: Schema.String.check(
      Schema.isMinLength(1, { expected: "a message" }),
      Schema.isMaxLength(5000, { expected: "at most 5,000 characters" })
    ),
    feedbackType: Schema.optional(Schema.Literals(["feedback", "bug"]))
  },
  output: Success,
  session: "optional"
})
