/** Sends an email once. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Server } from "latchkey"
import { step } from "./step.ts"

// #region mail
interface Mail {
  readonly userId: string
  readonly subject: string
  /** Identifies the email among the emails to this user. */
  readonly key: string
}

/** An email can't be taken back, so it is the last step. The outbox shows whether it was sent. */
export const mail = (name: string, { key, subject, userId }: Mail) => {
  const mark = `<!-- ${name} ${encodeURIComponent(key)} -->`
  return step(`mail ${name}`, Schema.Void, {
    find: Server.emailOutbox.stream().pipe(
      Stream.filter((email) => email.to.userId === userId && email.tsxSource.includes(mark)),
      Stream.runHead,
      Effect.map(Option.asVoid),
      Effect.retry({ while: ({ _tag }) => _tag === "NextPageLost" }),
      Effect.catchTag("NextPageLost", Effect.die)
    ),
    make: Effect.asVoid(Server.emails.send({ userIds: [userId], subject, html: `${mark}<p>Good to have you.</p>` }))
  })
}
// #endregion
