/** Reads of the user's account and teams, which few pages need at the start. */
import * as Effect from "effect/Effect"
import { type Kept, read, type ReadDefinition } from "../layers/reads/read.ts"
import { Session } from "../layers/session/Session.ts"
import { keptAs } from "./currentReads.ts"
import * as channels from "./flows/account/contactChannels.ts"
import * as preferences from "./flows/account/notificationPreferences.ts"
import * as rights from "./flows/account/permissions.ts"
import * as ownSessions from "./flows/account/sessions.ts"
import * as keysOfUser from "./flows/account/userApiKeys.ts"
import * as account from "./flows/oauth/connectedAccounts.ts"
import * as keysOfTeam from "./flows/teams/teamApiKeys.ts"
import * as ownTeams from "./flows/teams/teams.ts"

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
