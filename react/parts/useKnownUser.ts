/** Who is signed in, for pages that can do without knowing. */
"use client"
import * as Effect from "effect/Effect"
import { type ReadDefinition, Reads, until } from "../../layers/reads/index.ts"
import type { User } from "../../schemas/entities/User.ts"
import * as reads from "../../src/reads.ts"
import { useRead, type UserServices } from "../index.ts"

/** The user, or nobody where that cannot be read, or not within 5 s. Follows when it can be read after all. */
export const knownUser: ReadDefinition<User | null, never, UserServices | Reads> = {
  key: "user if known",
  of: "user",
  follows: { read: reads.currentUser, accepts: () => true, orOwn: true },
  effect: Effect.flatMap(Reads, ({ view }) => until(view, reads.currentUser, (state) => state._tag !== "Pending")).pipe(
    Effect.asVoid,
    Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.void }),
    Effect.as(null)
  )
}

/**
 * The signed-in user, anonymous and restricted ones included. `null`: nobody is, or it cannot be known now. Never throws: people sign
 * in and out whatever has become of their session. docs/laws.md T3.
 */
export const useKnownUser = (): User | null => useRead(knownUser)
