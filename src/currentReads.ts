/** The reads that almost every page starts with: the user and the project. */
import { type InitialReads, type Kept, read, type ReadDefinition } from "../layers/reads/read.ts"
import { getCurrent } from "../schemas/endpoints/projects.ts"
import type { User } from "../schemas/entities/User.ts"
import * as user from "./flows/account/getUser.ts"

/** Returns a read whose last value is persisted under a name. */
export const keptAs = <A, E, R>(
  kept: Kept | undefined,
  definition: ReadDefinition<A, E, R>
): ReadDefinition<A, E, R> => ({
  ...definition,
  kept
})

/**
 * The user of the session, including anonymous and restricted users; `null` if signed out. `useUser` distinguishes
 * them.
 */
export const currentUser = keptAs("user", read("currentUser", user.get({ or: "anonymous-if-exists" })))

/** The project's name and available sign-in methods. */
export const project = keptAs("project", read("project", getCurrent(), { of: "everyone" }))

/**
 * Creates the initial reads that a server passes to `LatchkeyProvider`: the user, which identifies the owner of the
 * values, and any other reads.
 */
export const initial = <const Values extends ReadonlyArray<unknown>>(
  user: User | null,
  ...others: {
    readonly [Index in keyof Values]: readonly [
      read: ReadDefinition<Values[Index], unknown, unknown>,
      value: Values[Index]
    ]
  }
): InitialReads => ({
  person: user?.id ?? null,
  values: {
    [currentUser.key]: user,
    ...Object.fromEntries(others.map(([{ key }, value]) => [key, value]))
  }
})
