/** Posts the emulator's events to a URL. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { type Embedded, WebhookUnusable } from "../../layers/emulator/index.ts"
import { Unusable } from "./Unusable.ts"
import { warn } from "./words.ts"

/** Posts every event from now on until the scope closes. An event nobody takes is told of and dropped. Returns the secret. */
export const post = (
  url: string,
  secret: string | undefined,
  emulator: Embedded
): Effect.Effect<string, Unusable, Scope.Scope> => {
  const webhook = { url, ...(secret === undefined ? {} : { secret }) }
  const added = Effect.tryPromise({
    try: () =>
      emulator.webhooks.add(
        webhook,
        ({ event, fault }) => Effect.runFork(warn(`The event ${event.type} was not taken by ${url}: ${fault}`))
      ),
    catch: (error) =>
      new Unusable({
        sentence: error instanceof WebhookUnusable && error.fault === "url"
          ? `--webhook takes a URL of http or https, not ${url}.`
          : "--webhook-secret must be base64, usually after whsec_."
      })
  })
  return Effect.map(
    Effect.acquireRelease(added, ({ remove }) => Effect.sync(remove)),
    ({ endpoint }) => Redacted.value(endpoint.secret)
  )
}
