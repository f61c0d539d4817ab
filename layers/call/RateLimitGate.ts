/**
 * Waits that a 429 asks of everybody: after the first one of a host, no call of the same kind over the same transport
 * asks it before the time is over, the stated one or else the back-off of the call that was refused. Then one goes
 * first, and the others follow when it was answered. Who would not wait that long is refused at once, but every few
 * seconds one such call asks all the same (half-open): nobody is locked out by a long wait. RFC 6585 §4, RFC 9110
 * §10.2.3, docs/laws.md R4, S2. Among several processes: `layerSharedWaits`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Transport } from "./Transport.ts"

/** How long gates stay closed. */
export const gateDefaults = {
  /** A time beyond an hour is more likely a mistake than a wish. In milliseconds. */
  longest: 3_600_000,
  /** While a gate is closed for longer than a call would wait, one asks each time so many milliseconds have passed. */
  probeEvery: 5000
} as const

/** What holds the calls to a host back. */
export interface Gate {
  /** When it was closed; `Infinity` while it is open. A clock that was set back opens it. */
  from: number
  /** Nobody asks before, but for a probe. */
  until: number
  /** One call went first: the others give it until `until`, or until it was answered. */
  tried: boolean
  /** The one that went first did so before the stated time was over. */
  probing: boolean
  /** How often it was closed, as those see it who wait for the stated time. */
  refusals: number
}

const gates = new WeakMap<Transport["Service"], Map<string, Gate>>()

/** The one of a host over a transport. */
export const gateOf = (transport: Transport["Service"], apiUrl: string): Gate => {
  let all = gates.get(transport)
  if (all === undefined) gates.set(transport, all = new Map())
  let gate = all.get(apiUrl)
  if (gate === undefined) {
    all.set(apiUrl, gate = { from: Infinity, until: 0, tried: false, probing: false, refusals: 0 })
  }
  return gate
}

/** Nobody is to ask for so many milliseconds from `now` on. What several are told at once is one refusal. */
export const close = (gate: Gate, now: number, millis: number): void => {
  const until = now + Math.min(millis, gateDefaults.longest)
  const again = gate.tried || now < gate.from || now >= gate.until
  gate.until = again ? until : Math.max(gate.until, until)
  if (!again) return
  if (!gate.probing) gate.refusals++
  gate.from = now
  gate.tried = gate.probing = false
}

/** A call goes first. Nothing has to be undone when it is interrupted. */
export const goFirst = (gate: Gate, until: number): void => {
  gate.until = until
  gate.tried = true
  gate.probing = false
}

/** Goes first before the stated time is over, if it is time for that: the others are refused until it was answered. */
export const mayProbe = (gate: Gate, now: number): boolean => {
  if (gate.probing || now < gate.from + gateDefaults.probeEvery) return false
  goFirst(gate, now + gateDefaults.probeEvery)
  gate.probing = true
  return true
}

/** The host answered, and not with a 429. */
export const reopen = (gate: Gate): void => {
  if (!gate.tried) return
  gate.from = Infinity
  gate.tried = gate.probing = false
}

/** Requests that neither hold others back nor wait for them. */
export interface RateLimitPartition {
  readonly name: string
  /** Nobody has verified the credentials that they are about, and anybody can make up more. */
  readonly unverified: boolean
}

/** Refreshes of sessions: a 429 that one meets does not stop other calls, nor theirs a refresh. */
export const refreshes: RateLimitPartition = { name: "refresh", unverified: false }

/** Those of sessions that came with a request, in a client that was made for it. */
export const refreshesFromRequests: RateLimitPartition = { name: "refresh from request", unverified: false }

/** The partition of a request that is being sent, for transports that limit rates. */
export const CurrentPartition = Context.Reference<RateLimitPartition | undefined>("latchkey/CurrentPartition", {
  defaultValue: () => undefined
})

const partitions = new WeakMap<Transport["Service"], Map<string, Transport["Service"]>>()

/** The transport for the requests of a partition: its gates are theirs alone. */
export const partitionOf = (
  transport: Transport["Service"],
  partition: RateLimitPartition
): Transport["Service"] => {
  let all = partitions.get(transport)
  if (all === undefined) partitions.set(transport, all = new Map())
  const key = `${partition.name} ${partition.unverified}`
  let own = all.get(key)
  if (own === undefined) {
    own = Transport.of({
      send: (request) => Effect.provideService(transport.send(request), CurrentPartition, partition)
    })
    all.set(key, own)
  }
  return own
}
