/** Emails that are queued or being sent. Later revisions of the platform only. */
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { type NextPageLost, pages } from "../../layers/reads/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import * as EmailOutbox from "../../schemas/endpoints/emailOutbox.ts"
import type { OutboxEmail } from "../../schemas/entities/EmailOutbox.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"

export { get, list, update } from "../../schemas/endpoints/emailOutbox.ts"

/** Filters for emails. `limit` is the number of emails per request. */
export type OutboxQuery = Omit<NonNullable<Parameters<typeof EmailOutbox.list>[0]>, "cursor">

/** Streams emails, newest first, holding one page in memory. @param query `limit` at most 100. @default 100 */
export const stream = (query: OutboxQuery = {}): Stream.Stream<OutboxEmail, CallError | NextPageLost, ServerAccess> =>
  pages(EmailOutbox.list.spec.name, (cursor) => EmailOutbox.list({ ...query, cursor }))

/** An email in the outbox. */
export interface EmailInOutbox {
  readonly id: string
}

/** Pauses an email that has not been sent. Fails with `EmailNotEditable` if it was sent or is being sent. */
export const pause = Effect.fn("server.emailOutbox.pause")(function*({ id }: EmailInOutbox) {
  return yield* EmailOutbox.update({ id, isPaused: true })
})

/** Resumes a paused email. An email that became due during the pause is sent immediately. */
export const resume = Effect.fn("server.emailOutbox.resume")(function*({ id }: EmailInOutbox) {
  return yield* EmailOutbox.update({ id, isPaused: false })
})

/**
 * Renders and sends an email again after it couldn't be rendered or sent. Its source and recipient stay the same; to
 * correct them, use `update`. Fails with `EmailNotEditable` if the email was sent or is being sent.
 */
export const retry = Effect.fn("server.emailOutbox.retry")(function*({ id }: EmailInOutbox) {
  const { variables } = yield* EmailOutbox.get({ id })
  return yield* EmailOutbox.update({ id, variables })
})

/** Cancels an email permanently. Fails with `EmailNotEditable` if it was sent or is being sent. */
export const cancel = Effect.fn("server.emailOutbox.cancel")(function*({ id }: EmailInOutbox) {
  return yield* EmailOutbox.update({ id, cancel: true })
})
