/**
 * Waits that a 429 asks of everybody: after the first one of a host, no call of the same kind over the same transport
 * asks it before the time is over, the stated one or else the back-off of the call that was refused. Then one goes
 * first, and the others follow when it was answered. A call that is held back fails as the one that was told so, and its
 * `RetryPolicy` decides whether it waits. Of those that would not, one asks all the same every few seconds (half-open):
 * nobody is locked out by a long wait. RFC 6585 §4, RFC 9110 §10.2.3, docs/laws.md R4, S2.
 *
 * Replace it with a layer: {@link layer} with other times, {@link layerNone}, `layerSharedRateLimitGate` of
 * `latchkey/fleet`, or your own.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { RateLimitPartition, Transport } from "./Transport.ts"

/** Where a request goes: what one is told of a place holds for all that go there. */
export interface Place {
  /** Two transports may reach two platforms under one name. */
  readonly transport: Transport["Service"]
  /** The base of the API, as in `https://api.stack-auth.com/api/v1`. */
  readonly apiUrl: string
  /** Requests that neither hold others back nor wait for them; `undefined`: calls of the program. */
  readonly partition: RateLimitPartition | undefined
}

/** The place is not to be asked for so long. */
export class HeldBack extends Data.TaggedError("HeldBack")<{ readonly retryAfter: Duration.Duration }> {}

/** What a gate wants to know of a request that it let through. */
export interface Passage {
  /** The platform refused it with 429: nobody is to ask for so long. */
  readonly refused: (wait: Duration.Duration) => Effect.Effect<void>
  /** The platform answered it otherwise. */
  readonly answered: Effect.Effect<void>
}

/** Holds requests back. */
export interface Gate {
  /**
   * Asked before each request. `probing`: the call was held back, and its policy makes no further attempt; a gate may let
   * one such request through now and then, to find out whether the wait is over.
   */
  readonly enter: (place: Place, probing: boolean) => Effect.Effect<Passage, HeldBack>
}

/** How long a gate in memory stays closed. */
export interface RateLimitGateOptions {
  /** A stated time beyond this is more likely a mistake than a wish. @default "1 hour" */
  readonly longest?: Duration.Input | undefined
  /** While it is closed, one of those that would not wait asks each time so much has passed. @default "5 seconds" */
  readonly probeEvery?: Duration.Input | undefined
  /**
   * When the time is over one call goes first, and the others follow half to one and a half of this later, each by its
   * own chance. @default "1 second"
   */
  readonly stagger?: Duration.Input | undefined
}

/** The values of {@link RateLimitGateOptions}, in milliseconds. */
export const gateDefaults = { longest: 3_600_000, probeEvery: 5000, stagger: 1000 } as const

/** Lets everything through. */
export const none: Gate = {
  enter: () => Effect.succeed({ refused: () => Effect.void, answered: Effect.void })
}

/** A gate of its own, in the memory of this process. Times are in milliseconds. */
export const make = (
  { longest, probeEvery, stagger }: typeof gateDefaults | Record<keyof typeof gateDefaults, number>
): Gate => {
  const states = new WeakMap<Transport["Service"], Map<string, State>>()

  const stateOf = ({ apiUrl, transport }: Place): State => {
    let all = states.get(transport)
    if (all === undefined) states.set(transport, all = new Map())
    let state = all.get(apiUrl)
    if (state === undefined) all.set(apiUrl, state = { from: Infinity, until: 0, tried: false, probing: false })
    return state
  }

  const enter = (state: State, probing: boolean): Effect.Effect<Passage, HeldBack> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now < state.from) return Effect.succeed(passage(state))
      const left = state.until - now
      if (left > 0 && (!state.tried || state.probing)) {
        if (!probing || state.probing || now < state.from + probeEvery) {
          return Effect.fail(new HeldBack({ retryAfter: Duration.millis(left) }))
        }
        goFirst(state, now + probeEvery)
        state.probing = true
        return Effect.succeed(passage(state))
      }
      return Effect.flatMap(Random.next, (random) => {
        const turn = Math.round(stagger * (0.5 + random))
        if (left > 0) return Effect.andThen(Effect.sleep(turn), enter(state, probing))
        goFirst(state, now + turn)
        return Effect.succeed(passage(state))
      })
    })

  const passage = (state: State): Passage => ({
    refused: (wait) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        // what several are told at once is one refusal
        const again = state.tried || now < state.from || now >= state.until
        const until = now + Math.min(Duration.toMillis(wait), longest)
        state.until = again ? until : Math.max(state.until, until)
        if (!again) return
        state.from = now
        state.tried = state.probing = false
      }),
    answered: Effect.sync(() => {
      if (!state.tried) return
      state.from = Infinity
      state.tried = state.probing = false
    })
  })

  return { enter: (place, probing) => enter(stateOf(place), probing) }
}

/** What a gate in memory knows of a place. */
interface State {
  /** When it was closed; `Infinity` while it is open. A clock that was set back opens it. */
  from: number
  /** Nobody asks before, but for a probe. */
  until: number
  /** One call went first: the others give it until `until`, or until it was answered. */
  tried: boolean
  /** The one that went first did so before the stated time was over. */
  probing: boolean
}

/** A call goes first. Nothing has to be undone when it is interrupted. */
const goFirst = (state: State, until: number): void => {
  state.until = until
  state.tried = true
  state.probing = false
}

/** The gate in force: one in memory for the whole process, unless a layer replaces it. */
export const RateLimitGate = Context.Reference<Gate>("latchkey/RateLimitGate", {
  defaultValue: () => make(gateDefaults)
})

/** A gate of its own in memory, for what is built with this layer. Fails for a time that is negative or no time. */
export const layer = (options: RateLimitGateOptions = {}): Layer.Layer<never, InvalidConfiguration> =>
  Layer.effect(
    RateLimitGate,
    Effect.suspend(() => {
      const times: Record<keyof typeof gateDefaults, number> = { ...gateDefaults }
      for (const name of Object.keys(times) as ReadonlyArray<keyof typeof gateDefaults>) {
        const given = options[name]
        if (given === undefined) continue
        const millis = Duration.fromInput(given).pipe((time) =>
          time._tag === "Some" ? Duration.toMillis(time.value) : NaN
        )
        if (!(millis >= 0)) {
          return Effect.fail(
            new InvalidConfiguration({
              setting: `rateLimitGate.${name}`,
              problem: `is ${JSON.stringify(String(given))}`,
              next: "Give a time of 0 or more."
            })
          )
        }
        times[name] = millis
      }
      return Effect.succeed(make(times))
    })
  )

/** No gate: each call finds out for itself that the platform refuses it. */
export const layerNone: Layer.Layer<never> = Layer.succeed(RateLimitGate, none)
