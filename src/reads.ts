/**
 * The predefined reads of a user's data, for `ReadCache` or the hooks of `latchkey/react`. When signed out, lists are
 * empty, without a request.
 */
import * as Effect from "effect/Effect"
import { type InitialReads, type Kept, read, type ReadDefinition } from "../layers/reads/read.ts"
import { Session } from "../layers/session/Session.ts"
import type { User } from "../schemas/entities/User.ts"
import * as channels from "./flows/account/contactChannels.ts"
import * as currentProject from "./flows/account/currentProject.ts"
import * as user from "./flows/account/currentUser.ts"
import * as preferences from "./flows/account/notificationPreferences.ts"
import * as rights from "./flows/account/permissions.ts"
import * as ownSessions from "./flows/account/sessions.ts"
import * as keysOfUser from "./flows/account/userApiKeys.ts"
import * as account from "./flows/oauth/connectedAccounts.ts"
import * as keysOfTeam from "./flows/teams/teamApiKeys.ts"
import * as ownTeams from "./flows/teams/teams.ts"

export {
  cached,
  changes,
  every,
  get,
  invalidate,
  optimistically,
  over,
  read,
  refresh,
  session,
  set,
  untilShown,
  update
} from "../layers/reads/Reads.ts"

const keptAs = <A, E, R>(kept: Kept | undefined, definition: ReadDefinition<A, E, R>): ReadDefinition<A, E, R> => ({
  ...definition,
  kept
})

/**
 * The user of the session, including anonymous and restricted users; `null` if signed out. `useUser` distinguishes
 * them.
 */
export const currentUser = keptAs("user", read("currentUser", user.get({ or: "anonymous-if-exists" })))

/** The project's name and available sign-in methods. */
export const project = keptAs("project", read("project", currentProject.get(), { of: "everyone" }))

/** Creates a read of the signed-in user's data. Without `kept`, the read is never persisted. */
const own = <A, E, R>(
  key: string,
  effect: Effect.Effect<ReadonlyArray<A>, E, R>,
  kept?: Kept
): ReadDefinition<ReadonlyArray<A>, E, R | Session> =>
  keptAs(kept, read(key, Session.use((session) => session.state()._tag === "SignedOut" ? Effect.succeed([]) : effect)))

/** The user's teams, oldest first. */
export const teams = own("teams", ownTeams.list(), "teams")

/** The user's email addresses, oldest first. */
export const contactChannels = own("contactChannels", channels.list(), "contactChannels")

/** The user's sessions, on this device and others. */
export const sessions = own("sessions", ownSessions.list())

/** Whether the session is an impersonation; `false` if signed out. */
export const isImpersonated = read(
  "isImpersonated",
  Session.use((session) => session.state()._tag === "SignedOut" ? Effect.succeed(false) : ownSessions.isImpersonated())
)

/** Notification categories, and whether the user receives their emails. */
export const notificationPreferences = own("notificationPreferences", preferences.list(), "notificationPreferences")

/** The user's API keys, newest first. */
export const userApiKeys = own("userApiKeys", keysOfUser.list())

/** A team's API keys, newest first. */
export const teamApiKeys = (teamId: string) => own(`teamApiKeys ${teamId}`, keysOfTeam.list({ teamId }))

/** The user's permissions in the project or in a team, including those that other permissions contain. */
export const permissions = (teamId?: string) =>
  own(`permissions ${teamId ?? ""}`, rights.list({ teamId }), "permissions")

/**
 * An access token of a provider, or `None` if the user must connect the provider first. See
 * `connectedAccounts.accessToken`.
 */
export const connectedAccount = (provider: string, scopes: ReadonlyArray<string> = []) =>
  read(
    `connectedAccount ${JSON.stringify([provider, ...scopes])}`,
    Session.use((session) =>
      session.state()._tag === "SignedOut"
        ? Effect.succeedNone
        : account.accessToken({ provider, scopes })
    )
  )

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
