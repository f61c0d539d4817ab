/**
 * Waits that one server is told and all keep: after a 429 with `Retry-After`, none of them asks the platform before the
 * time is over; and what credentials that nobody has verified may cost all servers together. A `RateLimitGate`.
 * RFC 6585 §4, RFC 9110 §10.2.3, docs/laws.md R4, S1, S2.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RateLimiter } from "effect/persistence/RateLimiter"
import { type Gate, gateDefaults, HeldBack, type Passage, type Place, RateLimitGate, Refunds } from "../call/index.ts"

/** How the platform's limits are shared. */
export interface SharedRateLimitGateOptions {
  /**
   * How many requests about credentials that the platform refuses, or does not answer for, all servers together send: as
   * many as this about API keys, and as many about sessions. @default 600 in a minute
   */
  readonly unverified?:
    | { readonly limit?: number | undefined; readonly window?: Duration.Input | undefined }
    | undefined
}

/**
 * Shares the platform's limits through the `RateLimiter` of Effect: `RateLimiter.layer` over `layerStoreRedis({})`. Once
 * the stated time is over everybody goes: nobody is held to how few requests went between two refusals. Each server keeps
 * the gate in force besides, so that its own calls follow one by one then. A long wait is for each call's `RetryPolicy` to
 * decide on; of those that would not wait, one of all servers asks every 5 s, so that nobody is locked out. While the
 * limiter does not answer, requests go out as if it were not there.
 */
export const layerSharedRateLimitGate = (
  options: SharedRateLimitGateOptions = {}
): Layer.Layer<never, never, RateLimiter> =>
  Layer.effect(
    RateLimitGate,
    Effect.gen(function*() {
      const own = yield* RateLimitGate
      const shared = sharedGate(yield* RateLimiter, options)
      return {
        enter: (place, probing) =>
          Effect.flatMap(own.enter(place, probing), (passage) =>
            shared.enter(place, probing).pipe(
              Effect.map((theirs) => both(passage, theirs)),
              Effect.tapError(({ retryAfter }) => passage.refused(retryAfter))
            ))
      }
    })
  )

const both = (one: Passage, other: Passage): Passage => ({
  refused: (wait) => Effect.andThen(one.refused(wait), other.refused(wait)),
  answered: Effect.andThen(one.answered, other.answered)
})

const sharedGate = (limiter: RateLimiter, options: SharedRateLimitGateOptions): Gate => {
  const isOverBudget = unverifiedBudget(limiter, options.unverified ?? {})

  /** When a request of a key may go; nothing where the limiter does not answer. */
  const consume = (key: string) =>
    limiter.adaptiveConsume({ key, tokens: 1, fallbackLimit: 1_000_000, fallbackWindow: Duration.minutes(1) }).pipe(
      Effect.timeout(limiterTimeout),
      Effect.orElseSucceed(() => undefined)
    )

  const tell = (key: string, epoch: number, retryAfter: Duration.Duration) =>
    limiter.adaptiveFeedback({ key, epoch, tokens: 1, status: 429, retryAfter }).pipe(
      Effect.timeout(limiterTimeout),
      Effect.ignore
    )

  /**
   * Nobody goes for so long. From a second refusal the limiter would learn how many requests fit, and space those of all
   * servers by it for a minute; but a burst says nothing of that. Told of the refusal again, it forgets.
   */
  const close = (key: string, epoch: number, retryAfter: Duration.Duration) =>
    tell(key, epoch, retryAfter).pipe(
      Effect.andThen(consume(key)),
      Effect.flatMap((state) => state?.phase === "learned" ? tell(key, state.epoch, retryAfter) : Effect.void)
    )

  const enter = (key: string, probing: boolean) =>
    Effect.gen(function*() {
      // two waits: the stated one for calls that wait for it, and seconds for those that would not
      const stated = yield* consume(key)
      const probed = probing ? yield* consume(`${key} probe`) : undefined
      const { delay } = probed ?? stated ?? { delay: Duration.zero }
      if (Duration.toMillis(delay) > longestSleep) return yield* new HeldBack({ retryAfter: delay })
      if (!Duration.isZero(delay)) yield* Effect.sleep(delay)
      return {
        refused: (wait: Duration.Duration) =>
          stated === undefined || Duration.isZero(wait) ? Effect.void : Effect.gen(function*() {
            yield* close(key, stated.epoch, wait)
            const probe = probed ?? (yield* consume(`${key} probe`))
            if (probe === undefined) return
            yield* close(`${key} probe`, probe.epoch, Duration.min(wait, Duration.millis(gateDefaults.probeEvery)))
          }),
        answered: Effect.void
      }
    })

  return {
    enter: (place, probing) => {
      const key = keyOf(place)
      return place.partition?.unverified === true
        ? Effect.andThen(isOverBudget(key), enter(key, probing))
        : enter(key, probing)
    }
  }
}

/** Fails with the time until a request about unverified credentials may be sent. Accepted credentials give it back. */
const unverifiedBudget = (
  limiter: RateLimiter,
  { limit = 600, window = "1 minute" }: NonNullable<
    SharedRateLimitGateOptions["unverified"]
  >
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

const keyOf = ({ apiUrl, partition }: Place): string =>
  `latchkey ${new URL(apiUrl).origin}${
    partition === undefined ? "" : ` ${partition.name}${partition.unverified ? " unverified" : ""}`
  }`

/** An answer of the limiter that takes longer is of no use. */
const limiterTimeout = "1 second"

/** Milliseconds. Shorter waits are slept through; a longer one is the call's own to decide on. */
const longestSleep = 250
