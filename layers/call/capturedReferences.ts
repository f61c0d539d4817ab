/** What the layers of a program are built with, and go by whoever calls. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Diagnostics } from "./Diagnostics.ts"
import { RateLimitGate } from "./RateLimitGate.ts"
import { RetryPolicy } from "./RetryPolicy.ts"
import { MaxResponseBytes, OutlivesPage, PropagateTrace } from "./Transport.ts"

const references: ReadonlyArray<Context.Key<never, unknown>> = [
  RetryPolicy,
  RateLimitGate,
  Diagnostics,
  MaxResponseBytes,
  OutlivesPage,
  PropagateTrace
]

/** What of captured settings a caller without any of its own would not go by anyway: no context to make for each call. */
export const beyondDefaults = (settings: Context.Context<never>): Context.Context<never> =>
  references.reduce(
    (all, each) =>
      Context.get(settings, each) === Context.get(Context.empty(), each)
        ? all
        : Context.add(all, each, Context.get(settings, each)),
    Context.empty()
  )

/** One for all who are built with the same: the parts of a client, and the clients of a server. */
let last: Context.Context<never> = Context.empty()

/** The settings of requests as they are here and now, the defaults included. */
export const capturedReferences: Effect.Effect<Context.Context<never>> = Effect.contextWith(
  (here: Context.Context<never>) => {
    if (references.some((each) => Context.getOrUndefined(last, each) !== Context.get(here, each))) {
      last = references.reduce((all, each) => Context.add(all, each, Context.get(here, each)), Context.empty())
    }
    return Effect.succeed(last)
  }
)
