/** Mails to users. Platform rules §15. */
import * as Effect from "effect/Effect"
import * as Emails from "../../schemas/endpoints/emails.ts"
import { invalidInput } from "../invalidInput.ts"

export { boostCapacity, getDeliveryInfo, sendSignInInvitation } from "../../schemas/endpoints/emails.ts"

type Sent = Parameters<typeof Emails.send>[0] & {}

/** Written out, or from a template with what it asks for. */
type Content =
  | { readonly html: string; readonly templateId?: never; readonly variables?: never }
  | { readonly templateId: string; readonly variables?: Sent["variables"]; readonly html?: never }

/** A mail to users. */
export type NewEmail = Content & Pick<Sent, "subject" | "themeId" | "notificationCategoryName"> & {
  readonly userIds: ReadonlyArray<string>
}

/**
 * Sends a mail to users. The answer has an entry for each, with the address it went to; without one, the user has none
 * and was passed over. So are those who switched the category off, and nothing says so.
 *
 * With one unknown user nobody gets it: `UserIdDoesNotExist`. `RequiresCustomEmailServer` while the project uses the
 * platform's mail server.
 */
export const send = Effect.fn("server.emails.send")(function*(email: NewEmail) {
  if ((email.html === undefined) === (email.templateId === undefined)) {
    return yield* invalidInput(Emails.send.spec.name, "html", "Expected either html or a templateId")
  }
  if (email.html !== undefined && email.variables !== undefined) {
    return yield* invalidInput(Emails.send.spec.name, "variables", "Expected with a templateId only")
  }
  return (yield* Emails.send(email)).results
})
