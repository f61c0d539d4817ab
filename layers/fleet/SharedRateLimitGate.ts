/**
 * A `RateLimitGate` that servers share: if it closes for every caller on one server, it closes on all servers. It also
 * limits how many requests the servers together send to check unverified credentials. RFC 6585 §4, RFC 9110 §10.2.3,
 * docs/laws.md R4, S1, S2.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RateLimiter } from "effect/persistence/RateLimiter"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import {
  type Bucket,
  changed,
  count,
  type Gate,
  gateDefaults,
  HeldBack,
  type Permit,
  RateLimitGate,
  Refunds,
  timeAboveZero,
  validator
} from "../call/index.ts"

/** Options for {@link layer}. */
export interface SharedRateLimitGateOptions {
  /**
   * Maximum number of requests that all servers together send to verify API keys, not counting keys that the platform
   * accepts. Sessions have a separate limit of the same size. @default 600 per minute
   */
  readonly unverified?:
    | { readonly limit?: number | undefined; readonly window?: Duration.Input | undefined }
    | undefined
}

/** Validated limits for requests with unverified credentials. */
interface Unverified {
  readonly limit: number
  /** Length of the window in milliseconds. */
  readonly window: number
}

const unverifiedDefaults = { limit: 600, window: 60_000 } as const

const validate = validator(
  "sharedRateLimitGate.unverified",
  { limit: count, window: timeAboveZero }
)

/**
 * Shares the platform's limits through Effect's `RateLimiter`: `RateLimiter.layer` over `layerStoreRedis({})`. Each
 * server also keeps its own gate, which handles limits of single sessions. Limits that apply to every caller are
 * shared. While a shared limit is in force, each server sends a probe every 5 seconds. After the stated time, all
 * servers send requests again. While the limiter doesn't respond, requests are sent without a shared limit.
 */
export const layer = (
  options: SharedRateLimitGateOptions = {}
): Layer.Layer<never, InvalidConfiguration, RateLimiter> =>
  Layer.effect(
    RateLimitGate,
    Effect.gen(function*() {
      const own = yield* RateLimitGate
      const unverified = yield* Effect.fromResult(validate(changed(unverifiedDefaults, options.unverified ?? {})))
      const shared = sharedGate(yield* RateLimiter, unverified)
      return {
        acquire: (bucket, isLast) =>
          Effect.flatMap(own.acquire(bucket, isLast), (permit) =>
            shared.acquire(bucket, isLast).pipe(
              Effect.map((theirs) => both(permit, theirs)),
              Effect.tapError(({ retryAfter }) => permit.rateLimited(retryAfter, true))
            ))
      }
    })
  )

const both = (own: Permit, shared: Permit): Permit => ({
  rateLimited: (wait, everyone) =>
    Effect.tap(own.rateLimited(wait, everyone), (closed) => closed ? shared.rateLimited(wait, true) : Effect.void),
  succeeded: own.succeeded
})

const sharedGate = (limiter: RateLimiter, unverified: Unverified): Gate => {
  const isOverBudget = unverifiedBudget(limiter, unverified)

  /** Returns how long a request of this key has to wait; `undefined` when the limiter doesn't respond. */
  const consume = (key: string) =>
    limiter.adaptiveConsume({ key, tokens: 1, fallbackLimit: 1_000_000, fallbackWindow: Duration.minutes(1) }).pipe(
      Effect.timeout(limiterTimeout),
      Effect.orElseSucceed(() => undefined)
    )

  const reportRefusal = (key: string, epoch: number, retryAfter: Duration.Duration) =>
    limiter.adaptiveFeedback({ key, epoch, tokens: 1, status: 429, retryAfter }).pipe(
      Effect.timeout(limiterTimeout),
      Effect.ignore
    )

  /**
   * Closes the gate of a key until `retryAfter` has passed. After a second refusal, the limiter would estimate a rate
   * from a burst of requests, and slow all servers down to that rate for a minute. Reporting the refusal again discards
   * the estimate.
   */
  const close = (key: string, epoch: number, retryAfter: Duration.Duration) =>
    reportRefusal(key, epoch, retryAfter).pipe(
      Effect.andThen(consume(key)),
      Effect.flatMap((state) => state?.phase === "learned" ? reportRefusal(key, state.epoch, retryAfter) : Effect.void)
    )

  const acquire = (key: string) =>
    Effect.gen(function*() {
      const stated = yield* consume(key)
      // the server's own gate already holds back the sessions to which the platform has sent a 429
      const probe = stated !== undefined && isLong(stated.delay) ? yield* consume(`${key} probe`) : undefined
      const { delay } = probe ?? stated ?? { delay: Duration.zero }
      if (isLong(delay)) return yield* new HeldBack({ retryAfter: stated!.delay })
      if (!Duration.isZero(delay)) yield* Effect.sleep(delay)
      return {
        rateLimited: (wait: Duration.Duration) =>
          Effect.as(
            stated === undefined || Duration.isZero(wait) ? Effect.void : Effect.gen(function*() {
              yield* close(key, stated.epoch, wait)
              const last = probe ?? (yield* consume(`${key} probe`))
              if (last === undefined) return
              yield* close(`${key} probe`, last.epoch, Duration.min(wait, Duration.millis(gateDefaults.probeEvery)))
            }),
            true
          ),
        succeeded: Effect.void
      }
    })

  return {
    acquire: (bucket) => {
      const key = keyOf(bucket)
      return bucket.partition?.unverified === true ? Effect.andThen(isOverBudget(key), acquire(key)) : acquire(key)
    }
  }
}

/**
 * Takes a request's share of the limit for unverified credentials. If no such request may be sent now, fails with the
 * required wait. If the platform accepts the credentials, the share is refunded.
 */
const unverifiedBudget = (
  limiter: RateLimiter,
  { limit, window }: Unverified
) =>
(key: string): Effect.Effect<void, HeldBack> =>
  Effect.flatMap(Refunds, (refunds) => {
    const consume = (tokens: number) =>
      limiter.consume({ key: `${key} budget`, limit, window, algorithm: "token-bucket", onExceeded: "fail", tokens })
        .pipe(
          Effect.timeout(limiterTimeout)
        )
    return Effect.map(consume(1), () => void refunds?.push(Effect.ignore(consume(-1))))
  }).pipe(
    Effect.catch((error) =>
      error._tag === "RateLimiterError" && error.reason._tag === "RateLimitExceeded"
        ? Effect.fail(new HeldBack({ retryAfter: error.reason.retryAfter }))
        : Effect.void
    )
  )

const keyOf = ({ apiUrl, partition }: Bucket): string =>
  `latchkey ${new URL(apiUrl).origin}${
    partition === undefined ? "" : ` ${partition.name}${partition.unverified ? " unverified" : ""}`
  }`

const limiterTimeout = "1 second"

/**
 * Whether a delay is so long that the call's retry policy decides whether to wait. For delays of up to a quarter of a
 * second, the gate itself waits.
 */
const isLong = (delay: Duration.Duration): boolean => Duration.toMillis(delay) > 250
