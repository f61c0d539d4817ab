/** Mails to users. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as Emails from "../../schemas/endpoints/emails.ts"
import { invalidInput } from "../errors/index.ts"

export { boostCapacity, getDeliveryInfo, sendSignInInvitation } from "../../schemas/endpoints/emails.ts"

type Sent = Parameters<typeof Emails.send>[0] & {}

/** Written out, from a template with what it asks for, or for later revisions of the platform a draft. */
type Content =
  | { readonly html: string; readonly templateId?: never; readonly variables?: never; readonly draftId?: never }
  | {
    readonly templateId: string
    readonly variables?: Sent["variables"]
    readonly html?: never
    readonly draftId?: never
  }
  | { readonly draftId: string; readonly html?: never; readonly templateId?: never; readonly variables?: never }

/** Users by id, or for later revisions of the platform all of them. */
type Receivers =
  | { readonly userIds: ReadonlyArray<string>; readonly allUsers?: never }
  | { readonly allUsers: true; readonly userIds?: never }

/** A mail to users. `isHighPriority` and `scheduledAt` are for later revisions of the platform. */
export type NewEmail =
  & Content
  & Receivers
  & Pick<Sent, "subject" | "themeId" | "notificationCategoryName" | "isHighPriority" | "scheduledAt">

/**
 * Sends a mail to users. The answer has an entry for each, with the address it went to; without one, the user has none
 * and was passed over. So are those who switched the category off, and nothing says so.
 *
 * With one unknown user nobody gets it: `UserIdDoesNotExist`. `RequiresCustomEmailServer` while the project uses the
 * platform's mail server.
 */
export const send = Effect.fn("server.emails.send")(function*(email: NewEmail) {
  if ([email.html, email.templateId, email.draftId].filter((content) => content !== undefined).length !== 1) {
    return yield* invalidInput(Emails.send.spec.name, "html", "Expected one of html, templateId and draftId")
  }
  if ((email.userIds === undefined) === (email.allUsers === undefined)) {
    return yield* invalidInput(Emails.send.spec.name, "userIds", "Expected either userIds or allUsers")
  }
  if (email.templateId === undefined && email.variables !== undefined) {
    return yield* invalidInput(Emails.send.spec.name, "variables", "Expected with a templateId only")
  }
  return (yield* Emails.send(email)).results
})
