/** Emails to users. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as Emails from "../../schemas/endpoints/emails.ts"
import { invalidInput } from "../errors/index.ts"

export { boostCapacity, getDeliveryInfo, sendSignInInvitation } from "../../schemas/endpoints/emails.ts"

type Sent = Parameters<typeof Emails.send>[0] & {}

/** Content of an email: HTML, a template with its variables or, in later revisions of the platform, a draft. */
type Content =
  | {
    readonly html: string
    readonly templateId?: undefined
    readonly variables?: undefined
    readonly draftId?: undefined
  }
  | {
    readonly templateId: string
    readonly variables?: Sent["variables"] | undefined
    readonly html?: undefined
    readonly draftId?: undefined
  }
  | {
    readonly draftId: string
    readonly html?: undefined
    readonly templateId?: undefined
    readonly variables?: undefined
  }

/**
 * Recipients: users by id or, in later revisions of the platform, all users or any addresses. Platforms take addresses
 * after revision 2026-04, which was read in sources only: docs/platform.md §25.
 */
type Receivers =
  | { readonly userIds: ReadonlyArray<string>; readonly allUsers?: undefined; readonly emails?: undefined }
  | { readonly allUsers: true; readonly userIds?: undefined; readonly emails?: undefined }
  | { readonly emails: ReadonlyArray<string>; readonly userIds?: undefined; readonly allUsers?: undefined }

/** Email to users. `isHighPriority` and `scheduledAt` are supported by later revisions of the platform. */
export type NewEmail =
  & Content
  & Receivers
  & Pick<Sent, "subject" | "themeId" | "notificationCategoryName" | "isHighPriority" | "scheduledAt">

/**
 * Sends an email to users or addresses. The result has an entry for each user, with the user's address. An entry without
 * an address means that the user has none and was skipped. Users who have unsubscribed from the category are skipped
 * without notice.
 *
 * Fails with `UserIdDoesNotExist` if any user is unknown, without sending to the others. Fails with
 * `RequiresCustomEmailServer` while the project uses the platform's mail server.
 */
export const send = Effect.fn("server.emails.send")(function*(email: NewEmail) {
  if ([email.html, email.templateId, email.draftId].filter((content) => content !== undefined).length !== 1) {
    return yield* invalidInput(Emails.send.spec.name, "html", "Expected one of html, templateId and draftId")
  }
  if ([email.userIds, email.allUsers, email.emails].filter((receivers) => receivers !== undefined).length !== 1) {
    return yield* invalidInput(Emails.send.spec.name, "userIds", "Expected one of userIds, allUsers and emails")
  }
  if (email.templateId === undefined && email.variables !== undefined) {
    return yield* invalidInput(Emails.send.spec.name, "variables", "Expected with a templateId only")
  }
  return (yield* Emails.send(email)).results
})
