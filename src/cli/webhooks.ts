/** Posts the emulator's events to a URL. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { readFile } from "node:fs/promises"
import type { EmulatorHandle } from "../../layers/emulator/index.ts"
import { plain } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"
import { webAddress } from "./webAddress.ts"
import { warn } from "./words.ts"

/** The secret that is to sign events, from the file or the environment: other users of the machine see arguments. */
export const givenSecret = (file: string | undefined): Effect.Effect<string | undefined, Unusable> =>
  file === undefined
    ? Effect.sync(() => process.env["LATCHKEY_WEBHOOK_SECRET"] || undefined)
    : Effect.map(
      Effect.tryPromise({
        try: () => readFile(file, "utf8"),
        catch: (error) =>
          new Unusable({
            sentence: `The file ${plain(file)} cannot be read (${(error as NodeJS.ErrnoException).code}). `
              + "--webhook-secret-file takes one that holds whsec_ and base64."
          })
      }),
      (text) => text.trim()
    )

/** Posts every event from now on until the scope closes. An event nobody takes is told of and dropped. Returns the secret. */
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
        ({ event, fault }) => Effect.runFork(warn(`The event ${event.type} was not taken by ${url}: ${fault}`))
      ),
    catch: () =>
      new Unusable({
        sentence: "The webhook's secret must be base64 of 24 to 64 bytes, usually after whsec_. "
          + "Correct LATCHKEY_WEBHOOK_SECRET or the file, or leave both out for a new one."
      })
  })
  return Effect.map(
    Effect.acquireRelease(Effect.andThen(webAddress("--webhook", url), added), ({ remove }) => Effect.sync(remove)),
    ({ endpoint }) => Redacted.value(endpoint.secret)
  )
}
