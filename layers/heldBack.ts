/**
 * Waits that a 429 asks of everybody: after the first one of a host, no call over the same transport asks it before the
 * time is over, the stated one or else the back-off of the call that was refused. Then one goes first, and the others
 * follow when it was answered. RFC 6585 §4, RFC 9110 §10.2.3, reliability law R4. Among several processes:
 * `layerSharedWaits`.
 */
import type { Transport } from "./Transport.ts"

/** What holds the calls to a host back. */
export interface Gate {
  /** When it was closed; `Infinity` while it is open. A clock that was set back opens it. */
  from: number
  /** Nobody asks before. */
  until: number
  /** The wait is over and one call went first: the others give it until `until`, or until it was answered. */
  tried: boolean
  /** How often it was closed. */
  refusals: number
}

const gates = new WeakMap<Transport["Service"], Map<string, Gate>>()

/** The one of a host over a transport. */
export const gateOf = (transport: Transport["Service"], apiUrl: string): Gate => {
  let all = gates.get(transport)
  if (all === undefined) gates.set(transport, all = new Map())
  let gate = all.get(apiUrl)
  if (gate === undefined) all.set(apiUrl, gate = { from: Infinity, until: 0, tried: false, refusals: 0 })
  return gate
}

/** A time beyond an hour is more likely a mistake than a wish, and nobody is to be locked out by it. */
const longest = 3_600_000

/** Nobody is to ask for so many milliseconds from `now` on. What several are told at once is one refusal. */
export const close = (gate: Gate, now: number, millis: number): void => {
  const until = now + Math.min(millis, longest)
  const again = gate.tried || now < gate.from || now >= gate.until
  gate.until = again ? until : Math.max(gate.until, until)
  if (!again) return
  gate.from = now
  gate.tried = false
  gate.refusals++
}

/** A call goes first. Nothing has to be undone when it is interrupted. */
export const goFirst = (gate: Gate, until: number): void => {
  gate.until = until
  gate.tried = true
}

/** The host answered, and not with a 429. */
export const reopen = (gate: Gate): void => {
  if (gate.tried) gate.from = Infinity
}
