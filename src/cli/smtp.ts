/** Forwards the emulator's emails to an SMTP server, such as a mail catcher on the developer's machine. */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { parseUrl } from "../../schemas/address.ts"
import type { EmulatorHandle, Mail } from "../emulator/index.ts"
import { warn } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"

/**
 * Forwards every new email until the scope closes. Prints a warning for an email that cannot be sent; the email stays
 * in the outbox.
 */
export const forward = (server: string, emulator: EmulatorHandle): Effect.Effect<void, Unusable, Scope.Scope> =>
  Effect.gen(function*() {
    const { host, port } = yield* addressOf(server)
    const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
    const transport = createTransport({ host, port, secure: false, connectionTimeout: 10_000, socketTimeout: 20_000 })
    const mails = yield* Queue.unbounded<Mail>()
    yield* Effect.acquireRelease(
      Effect.sync(() => emulator.outbox.listen((mail) => void Queue.offerUnsafe(mails, mail))),
      (stop) => Effect.sync(stop)
    )
    const sendNext = Effect.flatMap(
      Effect.flatMap(Queue.take(mails), (mail) => Effect.promise(() => emulator.outbox.rendered(mail))),
      ({ from, html, subject, text, to }) =>
        Effect.tryPromise(() =>
          transport.sendMail({
            from,
            to,
            subject,
            text,
            ...(html === undefined ? {} : { html })
          })
        ).pipe(
          Effect.catch(({ cause }) =>
            warn(`An email could not be sent to ${server}: ${cause instanceof Error ? cause.message : String(cause)}`)
          )
        )
    )
    yield* Effect.forkScoped(Effect.forever(sendNext))
  })

const addressOf = (server: string) => {
  const url = parseUrl(`smtp://${server}`)
  return url === undefined || url.hostname === "" || url.port === "" || `${url.username}${url.password}` !== ""
    ? Effect.fail(
      new Unusable({
        sentence: `--smtp needs a host and a port, such as localhost:1025, not ${server.replace(/^.*@/, "***@")}.`
      })
    )
    : Effect.succeed({ host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) })
}
