/** Emails that are queued or being sent. Later revisions of the platform only. */
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
