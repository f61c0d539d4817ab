/** Functions that belong to the signed-in person, for callers of promises. */
import * as Effect from "effect/Effect"
import * as access from "../../layers/access/index.ts"
import { type Session, Writer } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import { callsLoadedLater, clientFlows, type PersonClient } from "./clientFlows.ts"
import type { Host } from "./Host.ts"
import { callOf, promised } from "./makeAsync.ts"

/** A function that runs for one person. When the person changes, `signal` is aborted. */
export type ForPerson<A> = (client: PersonClient, signal: AbortSignal) => A | PromiseLike<A>

type ClientHost = Host<ClientAccess | Session, unknown>

/** Runs a function for the current person. */
export const forPerson = <A>(host: ClientHost, run: ForPerson<A>) => access.forPerson(effectOf(host, run))

/** Runs a function for each person who signs in. */
export const whilePerson = (host: ClientHost, run: ForPerson<unknown>) => access.whilePerson(effectOf(host, run))

const effectOf = <A>(host: ClientHost, run: ForPerson<A>): Effect.Effect<A, unknown> =>
  Effect.flatMap(Writer, (person) =>
    // A promise may reject with anything.
    // @effect-diagnostics-next-line unknownInEffectCatch:off
    Effect.tryPromise({
      try: async (signal) => run(clientOf(host, person), signal),
      catch: (error) => error
    }))

const clientOf = (host: ClientHost, person: Writer): PersonClient => {
  const bound: ClientHost = {
    ...host,
    run: (effect, ...rest) =>
      host.run(Effect.provideService(access.forPerson(effect), Writer, person), ...rest) as never
  }
  return promised({ ...clientFlows, calls: callsLoadedLater }, bound as never, "", {
    call: callOf(bound)
  }) as unknown as PersonClient
}

type Writer = Effect.Success<typeof Writer>
