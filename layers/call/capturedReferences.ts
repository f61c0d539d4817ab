/** What the layers of a program are built with, and go by whoever calls. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Diagnostics } from "./Diagnostics.ts"
import { RateLimitGate } from "./RateLimitGate.ts"
import { RetryPolicy } from "./RetryPolicy.ts"
import { MaxResponseBytes, OutlivesPage, PropagateTrace } from "./Transport.ts"

/** The settings of requests as they are here and now, the defaults included. */
export const capturedReferences: Effect.Effect<Context.Context<never>> = Effect.gen(function*() {
  return Context.make(RetryPolicy, yield* RetryPolicy).pipe(
    Context.add(RateLimitGate, yield* RateLimitGate),
    Context.add(Diagnostics, yield* Diagnostics),
    Context.add(MaxResponseBytes, yield* MaxResponseBytes),
    Context.add(OutlivesPage, yield* OutlivesPage),
    Context.add(PropagateTrace, yield* PropagateTrace)
  )
})
