/** Latchkey for React: effects in components, and what signed-in people see. */
"use client"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ComponentType, ReactNode } from "react"
import type { Project } from "../layers/call/index.ts"
import { type CookieOptions, layerDefaultTokenStoreWith, type SessionState } from "../layers/session/index.ts"
import type { TeamApiKey, UserApiKey } from "../schemas/entities/ApiKey.ts"
import type { ContactChannel } from "../schemas/entities/ContactChannel.ts"
import type { Team } from "../schemas/entities/Team.ts"
import type { User } from "../schemas/entities/User.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import { oauth } from "../src/flows/oauth/index.ts"
import { Client } from "../src/programs/index.ts"
import * as reads from "../src/reads.ts"
import { createFailureBoundary, type FailureBoundaryProps } from "./createFailureBoundary.ts"
import {
  createLatchkeyReact,
  type LayerProviderProps,
  type ProviderProps,
  type UserServices
} from "./createLatchkeyReact.ts"
export { LeftToBrowser } from "./LeftToBrowser.ts"
export type { Action, RunEffect } from "./runHooks.ts"
import { demanded } from "./demanded.ts"

export { type InitialReads, read, type ReadDefinition, type Reads, type ReadState } from "../layers/reads/index.ts"
export type { SessionState } from "../layers/session/index.ts"
export type { TeamApiKey, UserApiKey } from "../schemas/entities/ApiKey.ts"
export type { ContactChannel } from "../schemas/entities/ContactChannel.ts"
export type { NotificationPreference } from "../schemas/entities/NotificationPreference.ts"
export type { ClientProject, ClientProjectConfig } from "../schemas/entities/Project.ts"
export type { Restriction } from "../schemas/entities/RestrictedReason.ts"
export type { ActiveSession } from "../schemas/entities/Session.ts"
export type { Team } from "../schemas/entities/Team.ts"
export type { User } from "../schemas/entities/User.ts"
export type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
export { createFailureBoundary, type Failure, type FailureBoundaryProps } from "./createFailureBoundary.ts"
export {
  createLatchkeyReact,
  type LatchkeyReact,
  type LayerProviderProps,
  type ProviderProps,
  type UserOf,
  type UserServices,
  type UseUser
} from "./createLatchkeyReact.ts"

/** The services that effects may ask for under the ready-made provider. */
export type ClientServices = UserServices | Project

const ready = createLatchkeyReact<ClientServices>()

/** The options of a project's client, and how the cookies of its sessions are read and written. */
export interface ProviderProject extends Client.ClientOptions {
  /** A site that comes from the platform's own SDK sets `readOlderCookies`, so that nobody is signed out. */
  readonly cookies?: CookieOptions | undefined
}

/**
 * The project, or a layer with the services of its client: the embedded platform, another way to send. Sessions of a
 * project are kept in the browser's cookies unless its `tokenStore` says otherwise, so that people stay signed in.
 */
export type LatchkeyProviderProps =
  & ProviderProps
  & (
    | {
      readonly project?: ProviderProject | undefined
      readonly layer?: undefined
      readonly sessionInBrowser?: undefined
    }
    | LayerProviderProps<ClientServices, InvalidConfiguration> & { readonly project?: undefined }
  )

/** Gives the components below it a session. Its options are read once: give it another `key` to change them. */
export const LatchkeyProvider = (
  { layer, project, sessionInBrowser = layer === undefined && project?.tokenStore === undefined, ...rest }:
    LatchkeyProviderProps
): ReactNode =>
  ready.LatchkeyProvider({
    ...rest,
    sessionInBrowser,
    layer: layer ??
      Client.layer({ ...project, tokenStore: project?.tokenStore ?? layerDefaultTokenStoreWith(project?.cookies) })
  })

// an editor shows what stands here, not what the members of `ready` say of themselves

/** Gives the function that runs effects for this component: what still runs when it leaves is interrupted. */
export const useRunEffect = ready.useRunEffect

/** Runs an effect per call of `run`, and tells how it goes. What still runs when the component leaves is interrupted. */
export const useAction = ready.useAction

/**
 * The value of a read, one request for all components that ask. Suspends until it is known; afterwards it stays while
 * it is read again. When it never could be read, the error goes to the nearest error boundary.
 */
export const useRead = ready.useRead

/** What is known of a read, without suspending or throwing. */
export const useReadState = ready.useReadState

/**
 * The signed-in user. Suspends until it is known; afterwards what is shown stays while it is read again. A failure goes
 * to the nearest error boundary.
 *
 * - `return-null`: `null` when nobody is signed in.
 * - `redirect`: goes to the sign-in page, with a restricted user to `onboarding`, and suspends. See `Navigation`.
 * - `throw`: throws `NotSignedIn` to the nearest error boundary.
 * - `anonymous`: signs up anonymously, one user for all components, and suspends meanwhile.
 */
export const useUser = ready.useUser

/**
 * Shows something else when a component below it fails. A read that failed stays known while that is shown, and is read
 * again by `retry` and when people or the network return; the components come back without a reload.
 *
 * ```tsx
 * <FailureBoundary failed={({ retry }) => <button onClick={retry}>Try again</button>}>
 *   <Profile />
 * </FailureBoundary>
 * ```
 */
export const FailureBoundary: ComponentType<FailureBoundaryProps> = createFailureBoundary(useRunEffect)

/** What is shown while nobody is signed in. */
export interface SignedOutProps {
  readonly children?: ReactNode
  /** Users who may not use the app yet count as signed in, too. @default false */
  readonly includeRestricted?: boolean | undefined
}

/** What is shown to whom. */
export interface SignedInProps extends Pick<SignedOutProps, "includeRestricted"> {
  /** Shown to whoever is signed in; a function is given the user. Server components give no functions. */
  readonly children?: ReactNode | ((user: User) => ReactNode)
}

/** What is shown to whom, and to everybody else. */
export interface RequireUserProps extends SignedInProps {
  /** Shown to everybody else; `null` is nothing. @default they go to the sign-in page, and come back */
  readonly fallback?: ReactNode
}

const shownTo = (user: User, children: SignedInProps["children"]): ReactNode =>
  typeof children === "function" ? children(user) : children

/**
 * Shows its children while somebody is signed in. Anonymous users are nobody, and so are restricted ones unless
 * `includeRestricted` asks for them. Suspends until it is known who is there, as {@link useUser} does.
 *
 * What it hides is in the page's code all the same: the platform and your back end decide who may have what.
 *
 * ```tsx
 * <SignedIn>{(user) => <p>Hello {user.displayName}</p>}</SignedIn>
 * ```
 */
export const SignedIn = ({ children, includeRestricted }: SignedInProps): ReactNode => {
  const user = useUser({ includeRestricted })
  return user === null ? null : shownTo(user, children)
}

/** Shows its children while nobody is signed in: whenever {@link SignedIn} with the same choice shows nothing. */
export const SignedOut = ({ children, includeRestricted }: SignedOutProps): ReactNode =>
  useUser({ includeRestricted }) === null ? children : null

/**
 * Shows its children to whoever is signed in, and to everybody else the fallback. Without a fallback they go to the sign-in
 * page and come back here afterwards, a restricted user to `onboarding`: `useUser({ or: "redirect" })` as a component.
 *
 * ```tsx
 * <RequireUser>{(user) => <Notes of={user.id} />}</RequireUser>
 * ```
 */
export const RequireUser = ({ children, fallback, includeRestricted }: RequireUserProps): ReactNode => {
  const user = useUser({ or: fallback === undefined ? "redirect" : "return-null", includeRestricted })
  return user === null ? fallback : shownTo(user, children)
}

/** The state of the session, without a request. What it says of the user is not verified: for display only. */
export const useSession = (): SessionState => useRead(reads.session)

/** The project's name, and the ways to sign in it offers. */
export const useProject = () => useRead(reads.project)

/** The teams that the user is in, oldest first; none when nobody is signed in. */
export const useTeams = (): ReadonlyArray<Team> => useRead(reads.teams)

/** One of the user's teams, found among {@link useTeams}; `null` when the user is not in it. */
export const useTeam = (teamId: string): Team | null => useTeams().find(({ id }) => id === teamId) ?? null

/**
 * Whether the user has a permission, be it directly or contained in another: in a team, or without `teamId` in the
 * project. One request per team for any number of permissions. For what is shown; the platform decides what is done.
 */
export const usePermission = (permissionId: string, where?: { readonly teamId?: string | undefined }): boolean =>
  useRead(reads.permissions(where?.teamId)).some(({ id }) => id === permissionId)

/** The addresses of the user, oldest first. */
export const useContactChannels = (): ReadonlyArray<ContactChannel> => useRead(reads.contactChannels)

/** The user's sessions, on this device and others. */
export const useSessions = () => useRead(reads.sessions)

/** The API keys of the user, or of a team; newest first. */
export function useApiKeys(): ReadonlyArray<UserApiKey>
export function useApiKeys(of: { readonly teamId: string }): ReadonlyArray<TeamApiKey>
export function useApiKeys(of?: { readonly teamId: string }): ReadonlyArray<UserApiKey | TeamApiKey> {
  return useRead<ReadonlyArray<UserApiKey | TeamApiKey>, unknown>(
    of === undefined ? reads.userApiKeys : reads.teamApiKeys(of.teamId)
  )
}

/** Every kind of mail, and whether the user gets it. */
export const useNotificationPreferences = () => useRead(reads.notificationPreferences)

/** What `useConnectedAccount` asks for. */
export interface ConnectedAccountOptions {
  /** What to do when the user has to go through the connection first. @default "return-null" */
  readonly or?: "return-null" | "redirect"
  /** The token has these at least. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/**
 * An access token of a provider that the user connected, with these scopes at least. Read again with the session's user,
 * not when the provider's token expires: ask `connectedAccounts.accessToken` before each use where that matters.
 *
 * When the user has to go through the connection first:
 *
 * - `return-null`: `null`.
 * - `redirect`: leaves for the provider, once for all components, and suspends; people come back to this page. What
 *   stands in the way goes to the nearest error boundary: `UserAuthenticationRequired` when nobody is signed in.
 */
export function useConnectedAccount(
  provider: string,
  options: {
    /** Leaves for the provider when the user has to go through the connection first. */
    readonly or: "redirect"
    readonly scopes?: ConnectedAccountOptions["scopes"]
  }
): Redacted.Redacted
export function useConnectedAccount(
  provider: string,
  options?: ConnectedAccountOptions
): Redacted.Redacted | null
export function useConnectedAccount(
  provider: string,
  { or, scopes }: ConnectedAccountOptions = {}
): Redacted.Redacted | null {
  const account = reads.connectedAccount(provider, scopes)
  return Option.getOrNull(
    useRead(
      or === "redirect" ? demanded(or, account, Option.isSome, oauth.link({ provider, scopes })) : account
    )
  )
}
