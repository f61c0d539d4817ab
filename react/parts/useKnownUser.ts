/** The signed-in user, for screens that also work without one. */
"use client"
import * as Effect from "effect/Effect"
import { ReadCache, type ReadDefinition, until } from "../../layers/reads/index.ts"
import type { User } from "../../schemas/entities/User.ts"
import * as reads from "../../src/reads.ts"
import { useRead, type UserServices } from "../index.ts"

/** The user, or `null` if the read fails or takes longer than 5 seconds. Updates when the read succeeds later. */
export const knownUser: ReadDefinition<User | null, never, UserServices | ReadCache> = {
  key: "user if known",
  of: "user",
  follows: { read: reads.currentUser, accepts: () => true, orOwn: true },
  effect: Effect.flatMap(ReadCache, ({ view }) => until(view, reads.currentUser, (state) => state._tag !== "Pending"))
    .pipe(
      Effect.asVoid,
      Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.void }),
      Effect.as(null)
    )
}

/**
 * Returns the signed-in user, including anonymous and restricted ones. `null`: signed out, or not known at the moment.
 * Never throws, so that sign-in and sign-out work regardless of the session's state. docs/laws.md T3.
 */
export const useKnownUser = (): User | null => useRead(knownUser)
