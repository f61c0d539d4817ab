/** Sending, testing and rendering emails. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { EmailThemeChoice } from "../entities/EmailTheme.ts"
import { emailServer } from "../entities/Project.ts"
import { Success } from "../entities/responses.ts"
import { EmailDeliveryInfo, emailToSend, RenderedEmail, SendEmailResult, TestResult } from "../entities/SendEmail.ts"
import { RedirectUrlNotWhitelisted } from "../errors/authConfiguration.ts"
import { EmailCapacityBoostAlreadyActive, EmailRenderingError, RequiresCustomEmailServer } from "../errors/emails.ts"
import { UserIdDoesNotExist } from "../errors/users.ts"
import { Email, StrictEmail, Url } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Returns the number of recently sent emails and the sending limits. Since revision 2026-04. */
export const getDeliveryInfo = endpoint("server", "emails.getDeliveryInfo", "GET /emails/delivery-info", {
  since: "2026-04",
  output: EmailDeliveryInfo
})

/**
 * Sends an email to users of the project, from HTML or a template.
 *
 * If one user is unknown, no email is sent. The platform silently skips users without a primary address, users with the
 * category switched off, and users for whom the email does not render. An unknown category or template fails with
 * `HttpFailure` (400). The project needs its own mail server. `Marketing` emails contain an unsubscribe link.
 */
export const send = endpoint("server", "emails.send", "POST /emails/send-email", {
  input: emailToSend,
  output: SendEmailResult,
  errors: [RequiresCustomEmailServer, UserIdDoesNotExist],
  invalidates: ["emailOutbox", "sentEmails", getDeliveryInfo, "emailDrafts"]
})

/**
 * Sends an invitation to sign up, with a link to `callbackUrl`. The link has no code and does not sign the user in.
 *
 * An email that cannot be sent fails with `HttpFailure` (400).
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
 * Tests a mail server by sending an email through it.
 *
 * If the mail server fails, the call still succeeds: `success` is `false` and `errorMessage` has the reason. The
 * timeout is 10 seconds. The email appears in the list of sent emails.
 */
export const sendTest = endpoint("admin", "emails.sendTest", "POST /internal/send-test-email", {
  input: { recipientEmail: Email, emailConfig: wireStruct(emailServer) },
  output: TestResult
})

/**
 * Renders an email with the template's own preview values. Sends and stores nothing.
 *
 * Pass one template and one theme, each as an id or as a source. Other combinations and unknown ids fail with
 * `HttpFailure` (400). For the theme, `null` means the project's theme and `false` means none.
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

/** Quadruples the project's sending capacity for 4 hours. Since revision 2026-04. */
export const boostCapacity = endpoint("server", "emails.boostCapacity", "POST /emails/capacity-boost", {
  since: "2026-04",
  output: wireStruct({ expiresAt: Schema.DateFromString }),
  body: "none",
  errors: [EmailCapacityBoostAlreadyActive],
  invalidates: [getDeliveryInfo]
})
