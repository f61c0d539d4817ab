/**
 * Waits that one server is told and all keep: after a 429 with `Retry-After`, none of them asks the platform before the
 * time is over. A layer over a `Transport`. RFC 6585 §4, RFC 9110 §10.2.3, reliability law R4.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RateLimiter } from "effect/persistence/RateLimiter"
import { realStatus } from "./platformHeaders.ts"
import { retryAfterMillis } from "./RetryPolicy.ts"
import { Transport, type WireResponse } from "./Transport.ts"

/** How the platform's limits are shared. */
export interface SharedWaitsOptions {
  /** For how long the servers watch how many requests they may send, after the platform refused one. @default "1 minute" */
  readonly window?: Duration.Input | undefined
}

/**
 * Shares the platform's limits through the `RateLimiter` of Effect: `RateLimiter.layer` over `layerStoreRedis({})`. It
 * also learns from a refusal how many requests fit, and spaces later ones. A long wait is answered with the same 429 and
 * what is left of the time, so that each call's `RetryPolicy` decides whether it waits. While the limiter does not answer,
 * requests go out as if it were not there.
 */
export const layerSharedWaits = (
  options: SharedWaitsOptions = {}
): Layer.Layer<Transport, never, Transport | RateLimiter> =>
  Layer.effect(
    Transport,
    Effect.gen(function*() {
      const transport = yield* Transport
      const limiter = yield* RateLimiter
      const fallbackWindow = Duration.fromInputUnsafe(options.window ?? "1 minute")
      return Transport.of({
        send: (request) =>
          Effect.gen(function*() {
            const key = `latchkey ${new URL(request.url).origin}`
            const turn = yield* limiter.adaptiveConsume({ key, tokens: 1, fallbackLimit: 1_000_000, fallbackWindow })
              .pipe(
                Effect.timeout(patience),
                Effect.orElseSucceed(() => undefined)
              )
            if (turn !== undefined && !Duration.isZero(turn.delay)) {
              if (Duration.toMillis(turn.delay) > longestSleep) return tooMany(turn.delay)
              yield* Effect.sleep(turn.delay)
            }
            const answer = yield* transport.send(request)
            if (turn === undefined || realStatus(answer) !== 429) return answer
            const { headers } = answer
            const millis = retryAfterMillis(
              headers.get("retry-after"),
              yield* Clock.currentTimeMillis,
              headers.get("date")
            )
            if (millis !== undefined) {
              const feedback = { key, epoch: turn.epoch, tokens: 1, status: 429, retryAfter: Duration.millis(millis) }
              yield* Effect.ignore(Effect.timeout(limiter.adaptiveFeedback(feedback), patience))
            }
            return answer
          })
      })
    })
  )

/** An answer of the limiter that takes longer is of no use. */
const patience = "1 second"

/** Milliseconds. Shorter waits are slept through; a longer one is the call's own to decide on. */
const longestSleep = 250

const tooMany = (delay: Duration.Duration): WireResponse => ({
  status: 429,
  headers: new Headers({ "content-type": "text/plain", "retry-after": (Duration.toMillis(delay) / 1000).toFixed(3) }),
  body: new TextEncoder().encode("Another server was told to wait.")
})
