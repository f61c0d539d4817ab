/** What became of the project's mails. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as SentEmails from "../../schemas/endpoints/sentEmails.ts"

/** The newest 100 mails, delivered or not, newest first. `error` says why one was not. */
export const list = Effect.fn("admin.sentEmails.list")(function*() {
  return (yield* SentEmails.list()).items
})
