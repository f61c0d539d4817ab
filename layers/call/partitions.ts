/** Groups of requests that share rate limits: by kind, and by their session or credential. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Redacted from "effect/Redacted"
import type { Bucket } from "./RateLimitGate.ts"
import { type RateLimitPartition, Transport } from "./Transport.ts"

/** Refreshes of sessions. Only 429s of other refreshes delay a refresh, and a refresh delays no other call. */
export const refreshes: RateLimitPartition = { name: "refresh", unverified: false }

/** Refreshes by a client that was created for one incoming request. */
export const refreshesFromRequests: RateLimitPartition = { name: "refresh from request", unverified: false }

/**
 * Returns the bucket for requests that a transport sends with this credential, or without one. Unverified credentials
 * share a bucket: anyone can invent more of them.
 */
export const bucketOf = (transport: Transport["Service"], apiUrl: string, credential?: Redacted.Redacted): Bucket => ({
  transport,
  apiUrl,
  partition: transport.partition,
  session: credential === undefined || transport.partition?.unverified === true ? undefined : nameOf(credential)
})

const names = new WeakMap<Redacted.Redacted, string>()

/**
 * Returns a hash of a credential, which is computed once. The hash is identical on every server, and its 32 bits reveal
 * nothing about a token or key.
 */
const nameOf = (credential: Redacted.Redacted): string => {
  let name = names.get(credential)
  if (name === undefined) names.set(credential, name = Hash.string(Redacted.value(credential)).toString(36))
  return name
}

const partitions = new WeakMap<Transport["Service"], Map<string, Transport["Service"]>>()

/** Returns the transport for the requests of a partition. */
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
 * List to which gates add effects that refund a request's share of a limit for unverified credentials. The code that
 * provides the list runs these effects if the platform accepts the credentials. docs/laws.md S1.
 */
export const Refunds = Context.Reference<Array<Effect.Effect<void>> | undefined>("latchkey/Refunds", {
  defaultValue: () => undefined
})
