/** Log of the project's emails. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as SentEmails from "../../schemas/endpoints/sentEmails.ts"

/**
 * Returns the newest 100 emails, delivered or not, newest first. `error` contains the reason if an email was not
 * delivered.
 */
export const list = Effect.fn("admin.sentEmails.list")(function*() {
  return (yield* SentEmails.list()).items
})
