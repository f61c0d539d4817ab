/**
 * Shares a 429 among the calls that it affects, so that a thousand callers don't discover it one by one. After a 429,
 * the session sends nothing until the time in the response has passed. If the response has no time, the session waits
 * for the backoff of the refused call. Then one call is sent as a probe, and the other calls follow after its response.
 *
 * The gate closes for every caller when the platform refuses two different sessions in a row, or a request without a
 * session. While it is closed for every caller, the sessions that the platform hasn't refused share one probe every few
 * seconds. The first response other than a 429 opens the gate for all but the refused sessions. A call that is held
 * back fails like the refused call, and its own `RetryPolicy` decides whether it waits. Of the calls that don't wait,
 * one is sent every few seconds. RFC 6585 §4, RFC 9110 §10.2.3, docs/laws.md R4, S2.
 *
 * To replace the gate, provide {@link layer} with other times, {@link layerNone}, `SharedRateLimitGate.layer` of
 * `latchkey/fleet`, or your own layer.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { changed, time, validator } from "./policy.ts"
import { withNow } from "./settings.ts"
import type { RateLimitPartition, Transport } from "./Transport.ts"

/** Requests that the platform may limit together. */
export interface Bucket {
  /** Part of the key, because two transports may reach different platforms under the same base URL. */
  readonly transport: Transport["Service"]
  /** Base URL of the API, such as `https://api.stack-auth.com/api/v1`. */
  readonly apiUrl: string
  /** Kind of requests that have their own limits; `undefined` for ordinary calls. */
  readonly partition: RateLimitPartition | undefined
  /** Identifies the session or credential of the request, without revealing it; `undefined` for a request without one. */
  readonly session: string | undefined
}

/** A rate limit is in force: retry after `retryAfter`. */
export class HeldBack extends Data.TaggedError("HeldBack")<{
  readonly retryAfter: Duration.Duration
  /** Resolves if the gate admits this call early: because the gate opens, or because this call is the next probe. */
  readonly admitted?: Effect.Effect<Permit> | undefined
}> {}

/** Admission of one request, to which the call reports the outcome. */
export interface Permit {
  /**
   * Reports a 429 with a wait of this duration. Returns whether the gate closed for every caller. `everyone` closes it
   * for every caller, for example because another server reported such a limit.
   */
  readonly rateLimited: (wait: Duration.Duration, everyone?: boolean) => Effect.Effect<boolean>
  /** Reports any other response. */
  readonly succeeded: Effect.Effect<void>
}

/** Admits requests or holds them back. */
export interface Gate {
  /**
   * Called before each request. `isLast` means that the call was held back and its policy allows no further attempt. A
   * gate may occasionally admit such a request as a probe.
   */
  readonly acquire: (bucket: Bucket, isLast: boolean) => Effect.Effect<Permit, HeldBack>
}

/** Timing of a gate in memory. */
export interface RateLimitGateOptions {
  /** Maximum duration of a closure: a longer `Retry-After` is probably a mistake. @default "1 hour" */
  readonly longest?: Duration.Input | undefined
  /** Interval between probes while the gate is closed. @default "5 seconds" */
  readonly probeEvery?: Duration.Input | undefined
  /**
   * Delay between the first call after a wait and each call that follows it. The delay is multiplied by a random factor
   * between 0.5 and 1.5. @default "1 second"
   */
  readonly stagger?: Duration.Input | undefined
}

/** The values of {@link RateLimitGateOptions}, in milliseconds. */
export const gateDefaults = { longest: 3_600_000, probeEvery: 5000, stagger: 1000 } as const

/** Admits every request. */
export const none: Gate = {
  acquire: ({ session }) =>
    Effect.succeed({
      rateLimited: (_, everyone = session === undefined) => Effect.succeed(everyone),
      succeeded: Effect.void
    })
}

/** State of the gate for the callers that a limit affects: one session, or all callers. */
interface Limit {
  /** Time at which the gate closed; `Infinity` while it is open. If the clock is set back, the gate opens. */
  closedAt: number
  /** End of the wait, or the deadline of the leading request's response. */
  until: number
  /** Whether the gate is half-open: a leading request was sent. */
  halfOpen: boolean
  /** Whether the leading request was sent before the platform's stated wait had ended. */
  probing: boolean
  /**
   * Whether the platform accepted other sessions' requests while it refused those of this session. In that case, limits
   * of this session imply nothing about other sessions.
   */
  isolated: boolean
}

/** State of the gate for one platform. */
interface Limits {
  readonly everyone: Limit
  readonly sessions: Map<string, Limit>
  /** The session of the last response, if it was a 429. */
  suspect: string | undefined
  /** The permit of the last request that wasn't limited, and its session. */
  free: { readonly session: string; readonly permit: Permit } | undefined
  /** Completes when the gate opens for all callers. Each closure creates a new `Deferred`. */
  opened: Deferred.Deferred<void>
}

const open = (): Limit => ({ closedAt: Infinity, until: 0, halfOpen: false, probing: false, isolated: false })

/** The key under which requests without a session share a limit. */
const withoutSession = ""

/** Maximum number of remembered sessions, in addition to the sessions that the platform currently refuses. */
const mostRemembered = 1000

/** A gate in the memory of this process. Times are in milliseconds. */
export const make = (
  { longest, probeEvery, stagger }: { readonly [Name in keyof typeof gateDefaults]: number }
): Gate => {
  const limitsOf = rememberingLimits()

  const acquire = (limits: Limits, session: string, isLast: boolean): Effect.Effect<Permit, HeldBack> =>
    withNow((now) => {
      const own = limits.sessions.get(session)
      const isRefused = own !== undefined && now >= own.closedAt
      const closed: Array<Limit> = isRefused ? [own] : []
      if (now >= limits.everyone.closedAt) closed.push(limits.everyone)
      return closed.length === 0
        ? Effect.succeed(freePermitOf(limits, session, () => permitOf(limits, session, closed)))
        : Effect.flatMap(Random.next, (random) => {
          const turn = Math.round(stagger * (0.5 + random))
          const mayProbe = (limit: Limit) => isLast || (limit === limits.everyone && !isRefused)
          const wait = Math.max(
            ...closed.map((limit) => mayProbe(limit) && isProbeDue(limit, now, probeEvery) ? 0 : waitOf(limit, now))
          )
          if (wait > 0) {
            const admitted = isRefused ? undefined : whenAdmitted(limits, session, now, turn)
            return Effect.fail(new HeldBack({ retryAfter: Duration.millis(wait), admitted }))
          }
          if (closed.some((limit) => isLed(limit) && limit.until > now)) {
            return Effect.andThen(Effect.sleep(turn), acquire(limits, session, isLast))
          }
          for (const limit of closed) lead(limit, now, turn)
          return Effect.succeed(permitOf(limits, session, closed))
        })
    })

  /** Admits one leading request. Needs no cleanup if it is interrupted. */
  const lead = (limit: Limit, now: number, turn: number): void => {
    limit.probing = limit.until > now
    limit.until = now + (limit.probing ? probeEvery : turn)
    limit.halfOpen = true
  }

  /** Holds back a call: it continues when the gate opens, and may be the next probe. */
  const whenAdmitted = (limits: Limits, session: string, now: number, turn: number): Effect.Effect<Permit> => {
    const { everyone: { closedAt, probing, until }, opened } = limits
    return Effect.raceFirst(
      Effect.andThen(Deferred.await(opened), Effect.sleep(turn)),
      Effect.sleep(Math.max(1, (probing ? until : closedAt + probeEvery) - now))
    ).pipe(
      Effect.andThen(acquire(limits, session, false)),
      Effect.catch(({ admitted }) => admitted ?? Effect.never)
    )
  }

  const permitOf = (limits: Limits, session: string, leads: ReadonlyArray<Limit>): Permit => ({
    rateLimited: (wait, everyone = false) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const until = now + Math.min(Duration.toMillis(wait), longest)
        if (!everyone) {
          const own = limitOf(limits, session, now)
          close(own, now, until)
          if (!own.isolated) {
            everyone = session === withoutSession || isAnother(limits, session, now)
            limits.suspect = session
          }
        }
        if (everyone || leads.includes(limits.everyone)) close(limits.everyone, now, until)
        return everyone
      }),
    succeeded: Effect.sync(() => {
      limits.suspect = undefined
      if (leads.length > 0) openAfter(limits, session, leads)
    })
  })

  return {
    acquire: (bucket, isLast) => acquire(limitsOf(bucket), bucket.session ?? withoutSession, isLast)
  }
}

/** Returns the permit of a request that leads no others. Such requests of one session share a permit. */
const freePermitOf = (limits: Limits, session: string, make: () => Permit): Permit => {
  if (limits.free?.session !== session) limits.free = { session, permit: make() }
  return limits.free.permit
}

/** Returns the limits of a platform, which are kept as long as its transport. */
const rememberingLimits = (): (bucket: Bucket) => Limits => {
  const platforms = new WeakMap<Transport["Service"], Map<string, Limits>>()

  return ({ apiUrl, transport }: Bucket): Limits => {
    let all = platforms.get(transport)
    if (all === undefined) platforms.set(transport, all = new Map())
    let limits = all.get(apiUrl)
    if (limits === undefined) {
      limits = {
        everyone: open(),
        sessions: new Map(),
        suspect: undefined,
        free: undefined,
        opened: Deferred.makeUnsafe()
      }
      all.set(apiUrl, limits)
    }
    return limits
  }
}

const limitOf = ({ sessions }: Limits, session: string, now: number): Limit => {
  const known = sessions.get(session)
  if (known !== undefined) return known
  if (sessions.size >= mostRemembered) {
    for (const [name, { until }] of sessions) if (until <= now) sessions.delete(name)
  }
  const limit = open()
  sessions.set(session, limit)
  return limit
}

/** Opens the gate after the success of a leading request. */
const openAfter = (limits: Limits, session: string, leads: ReadonlyArray<Limit>): void => {
  limits.sessions.delete(session)
  if (!leads.includes(limits.everyone) || limits.everyone.closedAt === Infinity) return
  Object.assign(limits.everyone, open())
  for (const limit of limits.sessions.values()) limit.isolated = true
  Deferred.doneUnsafe(limits.opened, Exit.void)
  limits.opened = Deferred.makeUnsafe()
}

const isProbeDue = ({ closedAt, probing }: Limit, now: number, probeEvery: number): boolean =>
  !probing && now >= closedAt + probeEvery

/** Whether the wait ended and one leading request is in flight. */
const isLed = ({ halfOpen, probing }: Limit): boolean => halfOpen && !probing

/** Returns the remaining wait in milliseconds. At 0 or less, the request may be sent. */
const waitOf = (limit: Limit, now: number): number => isLed(limit) ? 0 : limit.until - now

/** Whether the previous response was a 429 to another session, which still has to wait. */
const isAnother = ({ sessions, suspect }: Limits, session: string, now: number): boolean =>
  suspect !== undefined && suspect !== session && (sessions.get(suspect)?.until ?? 0) > now

/** Simultaneous 429s count as one. */
const close = (limit: Limit, now: number, until: number): void => {
  const again = limit.halfOpen || now < limit.closedAt || now >= limit.until
  limit.until = again ? until : Math.max(limit.until, until)
  if (!again) return
  limit.closedAt = now
  limit.halfOpen = limit.probing = false
}

/** The provided gate; by default one in memory for the whole process. */
export const RateLimitGate = Context.Reference<Gate>("latchkey/setting/RateLimitGate", {
  defaultValue: () => make(gateDefaults)
})

const validate = validator(
  "rateLimitGate",
  { longest: time, probeEvery: time, stagger: time }
)

/** Creates a gate in memory for everything built with this layer. Fails if a time exceeds a timer's range. */
export const layer = (options: RateLimitGateOptions = {}): Layer.Layer<never, InvalidConfiguration> =>
  Layer.effect(
    RateLimitGate,
    Effect.suspend(() => Effect.fromResult(Result.map(validate(changed(gateDefaults, options)), make)))
  )

/** Disables the gate: each call discovers a limit on its own. */
export const layerNone = (): Layer.Layer<never> => Layer.succeed(RateLimitGate, none)
