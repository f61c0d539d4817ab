/** Sending e-mails, and trying them out. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/answers.ts"
import { EmailThemeChoice } from "../entities/EmailTheme.ts"
import { emailServer } from "../entities/Project.ts"
import { EmailDeliveryInfo, emailToSend, RenderedEmail, SendEmailResult, TestResult } from "../entities/SendEmail.ts"
import { RedirectUrlNotWhitelisted } from "../errors/authConfiguration.ts"
import { EmailCapacityBoostAlreadyActive, EmailRenderingError, RequiresCustomEmailServer } from "../errors/emails.ts"
import { UserIdDoesNotExist } from "../errors/users.ts"
import { Email, StrictEmail, Url } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/**
 * Sends an e-mail to users of the project, written out or from a template.
 *
 * One unknown user, and nobody gets it. Users without a primary address, those who switched the category off and those
 * whose mail does not render are passed over without a word. An unknown category or template is refused with a plain
 * 400. The project must have a mail server of its own. `Marketing` mails carry a link to unsubscribe.
 */
export const send = endpoint("server", "emails.send", "POST /emails/send-email", {
  input: emailToSend,
  output: SendEmailResult,
  errors: [RequiresCustomEmailServer, UserIdDoesNotExist],
  invalidates: ["emailOutbox", "sentEmails", "emails.getDeliveryInfo", "emailDrafts"]
})

/**
 * Invites someone to sign up, by a link to `callbackUrl` as it is: it carries no code and signs nobody in.
 *
 * A mail that cannot be sent is a plain 400.
 */
export const sendSignInInvitation = endpoint(
  "server",
  "emails.sendSignInInvitation",
  "POST /internal/send-sign-in-invitation",
  {
    input: { email: StrictEmail, callbackUrl: Url },
    output: Success,
    errors: [RedirectUrlNotWhitelisted]
  }
)

/**
 * Tries a mail server out by sending a mail through it.
 *
 * A server that does not work is no error here: `success` is `false`, and `errorMessage` says why. It is given up after
 * 10 seconds. The mail appears among the sent ones.
 */
export const sendTest = endpoint("admin", "emails.sendTest", "POST /internal/send-test-email", {
  input: { recipientEmail: Email, emailConfig: wireStruct(emailServer) },
  output: TestResult
})

/**
 * Shows what an e-mail would look like, with the template's own preview values. Nothing is sent or stored.
 *
 * Give one template and one theme, each as an id or as a source; other combinations and unknown ids are refused with a
 * plain 400. A theme of `null` is the project's, `false` is none.
 */
export const render = endpoint("admin", "emails.render", "POST /emails/render-email", {
  input: {
    themeId: Schema.optional(EmailThemeChoice),
    themeTsxSource: Schema.optional(Schema.String),
    templateId: Schema.optional(Schema.String),
    templateTsxSource: Schema.optional(Schema.String)
  },
  output: RenderedEmail,
  errors: [EmailRenderingError]
})

/** How many e-mails went out lately, and how many may. For later revisions of the platform. */
export const getDeliveryInfo = endpoint("server", "emails.getDeliveryInfo", "GET /emails/delivery-info", {
  since: "2026-04",
  output: EmailDeliveryInfo
})

/** Lets the project send four times as much for 4 hours. For later revisions of the platform. */
export const boostCapacity = endpoint("server", "emails.boostCapacity", "POST /emails/capacity-boost", {
  since: "2026-04",
  output: wireStruct({ expiresAt: Schema.DateFromString }),
  body: "none",
  errors: [EmailCapacityBoostAlreadyActive],
  invalidates: ["emails.getDeliveryInfo"]
})
