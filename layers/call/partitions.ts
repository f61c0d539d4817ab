/** Kinds of requests that neither hold others back nor wait for them, once the platform refuses some with 429. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Place } from "./RateLimitGate.ts"
import { type RateLimitPartition, Transport } from "./Transport.ts"

/** Refreshes of sessions: a 429 that one meets does not stop other calls, nor theirs a refresh. */
export const refreshes: RateLimitPartition = { name: "refresh", unverified: false }

/** Those of sessions that came with a request, in a client that was made for it. */
export const refreshesFromRequests: RateLimitPartition = { name: "refresh from request", unverified: false }

/** The place that requests over a transport go to. */
export const placeOf = (transport: Transport["Service"], apiUrl: string): Place => ({
  transport,
  apiUrl,
  partition: transport.partition
})

const partitions = new WeakMap<Transport["Service"], Map<string, Transport["Service"]>>()

/** The transport for the requests of a partition: its places are theirs alone. */
export const partitionOf = (
  transport: Transport["Service"],
  partition: RateLimitPartition
): Transport["Service"] => {
  let all = partitions.get(transport)
  if (all === undefined) partitions.set(transport, all = new Map())
  const key = `${partition.name} ${partition.unverified}`
  let own = all.get(key)
  if (own === undefined) all.set(key, own = Transport.of({ ...transport, partition }))
  return own
}

/**
 * Collects how to give back what a request took from budgets for unverified credentials. Whoever provides the list runs it
 * when the platform accepts the credentials. docs/laws.md S1.
 */
export const Refunds = Context.Reference<Array<Effect.Effect<void>> | undefined>("latchkey/Refunds", {
  defaultValue: () => undefined
})
