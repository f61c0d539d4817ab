/** Mails on their way. Later revisions of the platform only. */
import type * as Stream from "effect/Stream"
import { type NextPageLost, pages } from "../../layers/reads/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import * as EmailOutbox from "../../schemas/endpoints/emailOutbox.ts"
import type { OutboxEmail } from "../../schemas/entities/EmailOutbox.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"

export { get, list, update } from "../../schemas/endpoints/emailOutbox.ts"

/** Which mails; `limit` is how many come with one request. */
export type OutboxQuery = Omit<NonNullable<Parameters<typeof EmailOutbox.list>[0]>, "cursor">

/** Mails, newest first, however many: one page in memory. @param query `limit` at most 100. @default 100 */
export const stream = (query: OutboxQuery = {}): Stream.Stream<OutboxEmail, CallError | NextPageLost, ServerAccess> =>
  pages(EmailOutbox.list.spec.name, (cursor) => EmailOutbox.list({ ...query, cursor }))
