/** Posts the emulator's webhook events to a URL. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { readFile } from "node:fs/promises"
import type { EmulatorHandle } from "../emulator/index.ts"
import { plain, warn } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"
import { webAddress } from "./webAddress.ts"

/** Reads the signing secret from the file or the environment. Arguments are visible to other users of the machine. */
export const givenSecret = (file: string | undefined): Effect.Effect<string | undefined, Unusable> =>
  file === undefined
    ? Effect.sync(() => process.env["LATCHKEY_WEBHOOK_SECRET"] || undefined)
    : Effect.map(
      Effect.tryPromise({
        try: () => readFile(file, "utf8"),
        catch: (error) =>
          new Unusable({
            sentence: `The file ${plain(file)} cannot be read (${(error as NodeJS.ErrnoException).code}). `
              + "--webhook-secret-file needs a file with a secret: whsec_ and base64."
          })
      }),
      (text) => text.trim()
    )

/** Posts every new event until the scope closes, and returns the secret. Prints a warning for an event that cannot be delivered. */
export const post = (
  url: string,
  secret: string | undefined,
  emulator: EmulatorHandle
): Effect.Effect<string, Unusable, Scope.Scope> => {
  const webhook = { url, ...(secret === undefined ? {} : { secret }) }
  const added = Effect.tryPromise({
    try: () =>
      emulator.webhooks.add(
        webhook,
        ({ event, fault }) => Effect.runFork(warn(`The event ${event.type} could not be delivered to ${url}: ${fault}`))
      ),
    catch: () =>
      new Unusable({
        sentence: "The webhook secret must be 24 to 64 bytes in base64, usually after whsec_. "
          + "Correct LATCHKEY_WEBHOOK_SECRET or the file, or leave both out to get a new secret."
      })
  })
  return Effect.map(
    Effect.acquireRelease(Effect.andThen(webAddress("--webhook", url), added), ({ remove }) => Effect.sync(remove)),
    ({ endpoint }) => Redacted.value(endpoint.secret)
  )
}
