/**
 * Waits that one server is told and all keep: after a 429 with `Retry-After`, none of them asks the platform before the
 * time is over; and what credentials that nobody has verified may cost all servers together. A layer over a
 * `Transport`. RFC 6585 §4, RFC 9110 §10.2.3, docs/laws.md R4, S1, S2.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RateLimiter } from "effect/persistence/RateLimiter"
import { realStatus } from "./platformHeaders.ts"
import { CurrentPartition, gateDefaults, type RateLimitPartition } from "./rateLimitGate.ts"
import { retryAfterMillis, RetryPolicy } from "./RetryPolicy.ts"
import { Transport, type WireResponse } from "./Transport.ts"
import { unverifiedDefaults } from "./unverified.ts"

/** How the platform's limits are shared. */
export interface SharedWaitsOptions {
  /** For how long the servers watch how many requests they may send, after the platform refused one. @default "1 minute" */
  readonly window?: Duration.Input | undefined
  /**
   * How many requests all servers together send for credentials that nobody has verified: for API keys as many as this, and
   * as many for sessions. @default 600 in a minute
   */
  readonly unverified?:
    | { readonly limit?: number | undefined; readonly window?: Duration.Input | undefined }
    | undefined
}

/**
 * Shares the platform's limits through the `RateLimiter` of Effect: `RateLimiter.layer` over `layerStoreRedis({})`. It
 * also learns from a refusal how many requests fit, and spaces later ones. A long wait is answered with the same 429 and
 * what is left of the time, so that each call's `RetryPolicy` decides whether it waits. Calls whose policy would not wait as
 * long as the platform states are held back for 5 s at a time, so that nobody is locked out. While the limiter does not
 * answer, requests go out as if it were not there.
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
      const unverifiedLimit = options.unverified?.limit ?? unverifiedDefaults.limitPerFleet
      const unverifiedWindow = options.unverified?.window ?? unverifiedDefaults.window

      /** Nothing where the limiter does not answer. */
      const turnAt = (key: string) =>
        limiter.adaptiveConsume({ key, tokens: 1, fallbackLimit: 1_000_000, fallbackWindow }).pipe(
          Effect.timeout(patience),
          Effect.orElseSucceed(() => undefined)
        )

      const tell = (key: string, epoch: number, millis: number) =>
        limiter.adaptiveFeedback({ key, epoch, tokens: 1, status: 429, retryAfter: Duration.millis(millis) }).pipe(
          Effect.timeout(patience),
          Effect.ignore
        )

      /** How long until there is a request for strangers again; 0 when this one may go. */
      const wait = (key: string) =>
        limiter.consume({
          key,
          limit: unverifiedLimit,
          window: unverifiedWindow,
          algorithm: "token-bucket",
          onExceeded: "fail"
        }).pipe(
          Effect.as(Duration.zero),
          Effect.timeout(patience),
          Effect.catch((error) =>
            Effect.succeed(
              error._tag === "RateLimiterError" && error.reason._tag === "RateLimitExceeded"
                ? error.reason.retryAfter
                : Duration.zero
            )
          )
        )

      return Transport.of({
        ...transport,
        send: (request) =>
          Effect.gen(function*() {
            const partition = yield* CurrentPartition
            const { longestRetryAfter } = yield* RetryPolicy
            const key = keyOf(request.url, partition)
            if (partition?.unverified === true) {
              const left = yield* wait(`${key} budget`)
              if (!Duration.isZero(left)) return tooMany(left)
            }
            // two waits: the stated one for calls that wait for it, and seconds for those that would not
            const stated = yield* turnAt(key)
            const isTooLong = stated !== undefined
              && Duration.toMillis(stated.delay) > Duration.toMillis(longestRetryAfter)
            const probed = isTooLong ? yield* turnAt(`${key} probe`) : undefined
            const { delay } = probed ?? stated ?? { delay: Duration.zero }
            if (!Duration.isZero(delay)) {
              if (Duration.toMillis(delay) > longestSleep) return tooMany(delay)
              yield* Effect.sleep(delay)
            }
            const answer = yield* transport.send(request)
            if (stated === undefined || realStatus(answer) !== 429) return answer
            const { headers } = answer
            const now = yield* Clock.currentTimeMillis
            const millis = retryAfterMillis(headers.get("retry-after"), now, headers.get("date"))
            if (millis === undefined) return answer
            yield* tell(key, stated.epoch, millis)
            const again = probed ?? (yield* turnAt(`${key} probe`))
            if (again !== undefined) {
              yield* tell(`${key} probe`, again.epoch, Math.min(millis, gateDefaults.probeEvery))
            }
            return answer
          })
      })
    })
  )

const keyOf = (url: string, partition: RateLimitPartition | undefined): string =>
  `latchkey ${new URL(url).origin}${
    partition === undefined ? "" : ` ${partition.name}${partition.unverified ? " unverified" : ""}`
  }`

/** An answer of the limiter that takes longer is of no use. */
const patience = "1 second"

/** Milliseconds. Shorter waits are slept through; a longer one is the call's own to decide on. */
const longestSleep = 250

const tooMany = (delay: Duration.Duration): WireResponse => ({
  status: 429,
  headers: new Headers({ "content-type": "text/plain", "retry-after": (Duration.toMillis(delay) / 1000).toFixed(3) }),
  body: new TextEncoder().encode("Another server was told to wait.")
})
