/** Latchkey for React: provider, hooks, and components for signed-in users. */
"use client"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ComponentType, ReactNode } from "react"
import type { ReadCache, ReadDefinition } from "../layers/reads/index.ts"
import type { SessionState } from "../layers/session/index.ts"
import type { TeamApiKey, UserApiKey } from "../schemas/entities/ApiKey.ts"
import type { ContactChannel } from "../schemas/entities/ContactChannel.ts"
import type { Team } from "../schemas/entities/Team.ts"
import type { User } from "../schemas/entities/User.ts"
import { oauth } from "../src/flows/oauth/index.ts"
import * as reads from "../src/reads.ts"
import { type ClientServices, ready } from "./clientHooks.ts"
import { createFailureBoundary, type FailureBoundaryProps } from "./createFailureBoundary.ts"
export { DeferredToBrowser } from "./DeferredToBrowser.ts"
export type { Action, ActionHook, RunEffect, RunOptions } from "./runHooks.ts"
import { demanded } from "./demanded.ts"
import type { ReadOptions, Skippable } from "./mistakes.ts"

export type * as ReadCache from "../layers/ReadCache.ts"
export { type InitialReads, read, type ReadDefinition, type ReadState } from "../layers/reads/index.ts"
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
export type { SharedClient } from "../src/promise/index.ts"
export type { ClientServices } from "./clientHooks.ts"
export { createFailureBoundary, type Failure, type FailureBoundaryProps } from "./createFailureBoundary.ts"
export {
  type ClientProviderProps,
  createLatchkeyReact,
  type LatchkeyReact,
  type LayerProviderProps,
  type ProviderProps,
  type ReadStateOf,
  type UserHook,
  type UserOf,
  type UserServices
} from "./createLatchkeyReact.ts"
export { LatchkeyProvider, type LatchkeyProviderProps, type ProviderProject } from "./LatchkeyProvider.ts"
export type {
  ActionError,
  ActionResult,
  ActionValue,
  Readable,
  ReadOptions,
  ReadValue,
  Runnable,
  Skippable
} from "./mistakes.ts"
export { HandedProvider as PageProvider, type HandedProviderProps as PageProviderProps } from "./ssr/HandedProvider.tsx"
export { useClient, type UseClientOptions } from "./useClient.ts"

// These hooks repeat the docstrings of `LatchkeyReact`, because editors show only the docstrings here.

/**
 * Returns a function that runs effects for this component and interrupts them when the component unmounts.
 *
 * @example
 * ```tsx
 * import { signOut } from "latchkey"
 * import { useRunEffect } from "latchkey/react"
 *
 * const SignOutButton = () => {
 *   const runEffect = useRunEffect()
 *   return <button onClick={() => void runEffect(signOut())}>Sign out</button>
 * }
 * <SignOutButton /> // <button>Sign out</button>
 * ```
 */
export const useRunEffect = ready.useRunEffect

/**
 * Returns the state of an action, and `run`, which calls your function. The function returns an effect or a promise. An
 * effect is interrupted when the component unmounts. A promise continues, and its result is ignored.
 *
 * @example
 * ```tsx
 * import { useAction, useClient } from "latchkey/react"
 *
 * const Rename = () => {
 *   const client = useClient()
 *   const { isPending, run } = useAction((displayName: string) => client.currentUser.update({ displayName }))
 *   return <button disabled={isPending} onClick={() => run("Ada Lovelace")}>Rename</button>
 * }
 * <Rename /> // <button>Rename</button>
 * ```
 */
export const useAction = ready.useAction

/**
 * Returns the value of a read, with one request for all components. Suspends until the first value arrives; later
 * refreshes keep the current value. If no request has succeeded yet, throws the error to the nearest error boundary.
 *
 * With `enabled: false`, or `null` in place of the read, returns `null` without a request.
 *
 * @example
 * ```tsx
 * import { reads } from "latchkey"
 * import { useRead } from "latchkey/react"
 *
 * const Emails = () => useRead(reads.contactChannels).map(({ id, value }) => <p key={id}>{value}</p>)
 * <Emails /> // <p>ada@example.com</p>
 * ```
 */
export const useRead = ready.useRead

/**
 * Returns the state of a read without suspending or throwing. With `enabled: false`, or `null` in place of the read,
 * the state is `Pending`, without a request.
 *
 * @example
 * ```tsx
 * import { reads } from "latchkey"
 * import { useReadState } from "latchkey/react"
 *
 * const TeamCount = () => {
 *   const state = useReadState(reads.teams)
 *   return state._tag === "Success" ? <p>{state.value.length} teams</p> : <p>Loading</p>
 * }
 * <TeamCount /> // <p>Loading</p>
 * ```
 */
export const useReadState = ready.useReadState

/**
 * Returns the signed-in user. Suspends until the first value arrives; later refreshes keep the current value. Throws a
 * failure to the nearest error boundary.
 *
 * A restricted user counts as signed out unless `includeRestricted` is set. `or` decides what happens without a user:
 *
 * - `return-null`: returns `null`.
 * - `redirect`: goes to the sign-in page, or with a restricted user to `onboarding`, and suspends. See `Navigation`.
 * - `throw`: throws `NotSignedIn` to the nearest error boundary.
 * - `anonymous`: signs up one anonymous user for all components, and suspends meanwhile.
 *
 * @example
 * ```tsx
 * import { useUser } from "latchkey/react"
 *
 * const Greeting = () => {
 *   const user = useUser()
 *   return user === null ? <a href="/handler/sign-in">Sign in</a> : <p>Hello {user.displayName}</p>
 * }
 * <Greeting /> // <p>Hello Ada</p>
 * ```
 */
export const useUser = ready.useUser

/**
 * Shows a fallback when a component below it fails. A failed read runs again when you call `retry`, when the user
 * returns to the tab, and when the network is back. After a success, the components render again without a reload.
 *
 * @example
 * ```tsx
 * import { FailureBoundary, useUser } from "latchkey/react"
 *
 * const Profile = () => <p>{useUser({ or: "throw" }).displayName}</p>
 * const Page = () => (
 *   <FailureBoundary failed={({ retry }) => <button onClick={retry}>Try again</button>}>
 *     <Profile />
 *   </FailureBoundary>
 * )
 * <Page /> // <p>Ada</p>
 * ```
 */
export const FailureBoundary: ComponentType<FailureBoundaryProps> = createFailureBoundary(useRunEffect)

/** Props of `SignedOut`. */
export interface SignedOutProps {
  readonly children?: ReactNode | undefined
  /** Whether restricted users count as signed in. @default false */
  readonly includeRestricted?: boolean | undefined
}

/** Props of `SignedIn`. */
export interface SignedInProps extends Pick<SignedOutProps, "includeRestricted"> {
  /** Shown to signed-in users; a function receives the user. Server Components can't pass functions. */
  readonly children?: (ReactNode | ((user: User) => ReactNode)) | undefined
}

/** Props of `RequireUser`. */
export interface RequireUserProps extends SignedInProps {
  /** Shown to signed-out users; `null` shows nothing. @default redirects to the sign-in page and back */
  readonly fallback?: ReactNode | undefined
}

const shownTo = (user: User, children: SignedInProps["children"]): ReactNode =>
  typeof children === "function" ? children(user) : children

/**
 * Renders its children for signed-in users. Anonymous users count as signed out, and so do restricted users unless
 * `includeRestricted` is set. Suspends until the user is known, as {@link useUser} does.
 *
 * Hidden children are still part of the page's code. Protect data on your back end.
 *
 * @example
 * ```tsx
 * import { SignedIn, SignedOut } from "latchkey/react"
 *
 * const Header = () => (
 *   <header>
 *     <SignedIn>{(user) => <b>{user.displayName}</b>}</SignedIn>
 *     <SignedOut>Please sign in.</SignedOut>
 *   </header>
 * )
 * <Header /> // <header><b>Ada</b></header>
 * ```
 */
export const SignedIn = ({ children, includeRestricted }: SignedInProps): ReactNode => {
  const user = useUser({ includeRestricted })
  return user === null ? null : shownTo(user, children)
}

/**
 * Renders its children for signed-out users: in every case in which {@link SignedIn} with the same options renders
 * nothing.
 *
 * @example
 * ```tsx
 * import { SignedOut } from "latchkey/react"
 *
 * const Offer = () => <nav><SignedOut><a href="/handler/sign-up">Sign up</a></SignedOut></nav>
 * <Offer /> // <nav></nav>
 * ```
 */
export const SignedOut = ({ children, includeRestricted }: SignedOutProps): ReactNode =>
  useUser({ includeRestricted }) === null ? children : null

/**
 * Renders its children for signed-in users and the fallback for others. Without a fallback, signed-out users go to the
 * sign-in page and back, and restricted users to `onboarding`. Component form of `useUser({ or: "redirect" })`.
 *
 * @example
 * ```tsx
 * import { RequireUser } from "latchkey/react"
 *
 * const Notes = () => (
 *   <RequireUser>{(user) => <h1>Notes of {user.displayName}</h1>}</RequireUser>
 * )
 * <Notes /> // <h1>Notes of Ada</h1>
 * ```
 */
export const RequireUser = ({ children, fallback, includeRestricted }: RequireUserProps): ReactNode => {
  const user = useUser({ or: fallback === undefined ? "redirect" : "return-null", includeRestricted })
  return user === null ? fallback : shownTo(user, children)
}

/**
 * Returns the state of the session without a request. Its claims are not verified: use them for display only.
 *
 * @example
 * ```tsx
 * import { useSession } from "latchkey/react"
 *
 * const State = () => <p>{useSession()._tag}</p>
 * <State /> // <p>SignedIn</p>
 * ```
 */
export const useSession = (): SessionState => useRead(reads.session)

/**
 * Returns the project's name and its sign-in methods.
 *
 * @example
 * ```tsx
 * import { useProject } from "latchkey/react"
 *
 * const Title = () => <h1>{useProject().displayName}</h1>
 * <Title /> // <h1>My app</h1>
 * ```
 */
export const useProject = <Enabled extends boolean = true>(options?: ReadOptions<Enabled>) =>
  useRead(reads.project, options)

/**
 * Returns the user's teams, oldest first; an empty list when signed out.
 *
 * @example
 * ```tsx
 * import { useTeams } from "latchkey/react"
 *
 * const Teams = () => <ul>{useTeams().map(({ displayName, id }) => <li key={id}>{displayName}</li>)}</ul>
 * <Teams /> // <ul><li>Analysts</li></ul>
 * ```
 */
export const useTeams = <Enabled extends boolean = true>(
  options?: ReadOptions<Enabled>
): Skippable<ReadonlyArray<Team>, Enabled> => useRead(reads.teams, options)

/**
 * Returns one of the user's teams from {@link useTeams}, or `null` if the user is not a member. Without a team id,
 * returns `null` without a request.
 *
 * @example
 * ```tsx
 * import { useTeam } from "latchkey/react"
 *
 * const Title = () => <h1>{useTeam(teamId)?.displayName ?? "No such team"}</h1>
 * <Title /> // <h1>Analysts</h1>
 * ```
 */
export const useTeam = (teamId: string | null | undefined): Team | null =>
  useTeams({ enabled: teamId != null })?.find(({ id }) => id === teamId) ?? null

/**
 * Returns whether the user has a permission, either granted directly or contained in another permission. With `teamId`,
 * checks the permissions in that team, otherwise those in the project. Sends one request per team for all permissions.
 * Use the result for display only; the platform enforces permissions.
 *
 * @example
 * ```tsx
 * import { usePermission } from "latchkey/react"
 *
 * const EditButton = () => usePermission("edit_notes", { teamId }) ? <button>Edit</button> : null
 * <EditButton /> // <button>Edit</button>
 * ```
 */
export function usePermission(permissionId: string, where?: { readonly teamId: string }): boolean
/**
 * Returns whether the user has a permission. With `teamId`, checks the permissions in that team, otherwise those in the
 * project. Returns `null` without a request while `teamId` is `null` or `undefined`, and with `enabled: false`.
 */
export function usePermission(
  permissionId: string,
  where: ReadOptions & { readonly teamId?: string | null | undefined }
): boolean | null
export function usePermission(
  permissionId: string,
  where: ReadOptions & { readonly teamId?: string | null | undefined } = {}
): boolean | null {
  return useRead(reads.permissions(where.teamId ?? undefined), whereKnown(where))?.some(({ id }) =>
    id === permissionId
  ) ?? null
}

/** Disables a read until its team is known. */
const whereKnown = (where: ReadOptions & { readonly teamId?: string | null | undefined }): ReadOptions => ({
  enabled: where.enabled !== false && !("teamId" in where && where.teamId == null)
})

/**
 * Returns the user's email addresses, oldest first.
 *
 * @example
 * ```tsx
 * import { useContactChannels } from "latchkey/react"
 *
 * const Emails = () => <p>{useContactChannels().map(({ value }) => value).join(", ")}</p>
 * <Emails /> // <p>ada@example.com</p>
 * ```
 */
export const useContactChannels = <Enabled extends boolean = true>(
  options?: ReadOptions<Enabled>
): Skippable<ReadonlyArray<ContactChannel>, Enabled> => useRead(reads.contactChannels, options)

/** Returns the user's sessions on all devices. */
export const useSessions = <Enabled extends boolean = true>(options?: ReadOptions<Enabled>) =>
  useRead(reads.sessions, options)

/** Returns the API keys of the user, newest first. */
export function useApiKeys(): ReadonlyArray<UserApiKey>
/** Returns the API keys of a team, newest first. */
export function useApiKeys(of: { readonly teamId: string }): ReadonlyArray<TeamApiKey>
/**
 * Returns the API keys of a team, newest first. Returns `null` without a request while `teamId` is `null` or
 * `undefined`, and with `enabled: false`.
 */
export function useApiKeys(
  of: ReadOptions & { readonly teamId: string | null | undefined }
): ReadonlyArray<TeamApiKey> | null
/** Returns the API keys of the user, newest first. With `enabled: false`, returns `null` without a request. */
export function useApiKeys(options: ReadOptions): ReadonlyArray<UserApiKey> | null
export function useApiKeys(
  of: ReadOptions & { readonly teamId?: string | null | undefined } = {}
): ReadonlyArray<UserApiKey | TeamApiKey> | null {
  const read: ReadDefinition<ReadonlyArray<UserApiKey | TeamApiKey>, unknown, ClientServices> = of.teamId == null
    ? reads.userApiKeys
    : reads.teamApiKeys(of.teamId)
  return useRead(read, whereKnown(of))
}

/** Returns every category of email, and whether the user receives it. */
export const useNotificationPreferences = <Enabled extends boolean = true>(options?: ReadOptions<Enabled>) =>
  useRead(reads.notificationPreferences, options)

/** Options of `useConnectedAccount`. */
export interface ConnectedAccountOptions extends ReadOptions {
  /** What to do if the user has to authorize the provider first. @default "return-null" */
  readonly or?: "return-null" | "redirect" | undefined
  /** Scopes that the token must have. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/**
 * Returns an access token of a provider that the user connected, with at least the given scopes. The hook reads the
 * token again when the user changes, but not when the token expires. For a token that hasn't expired, call
 * `connectedAccounts.accessToken` before each use.
 *
 * If the user has to authorize the provider first:
 *
 * - `return-null`: returns `null`.
 * - `redirect`: goes to the provider, once for all components, and suspends; the provider returns to this page. Errors
 *   go to the nearest error boundary: `UserAuthenticationRequired` when signed out.
 */
export function useConnectedAccount(
  provider: string,
  options: {
    /** Goes to the provider if the user has to authorize it first. */
    readonly or: "redirect"
    readonly scopes?: ConnectedAccountOptions["scopes"] | undefined
  }
): Redacted.Redacted
export function useConnectedAccount(
  provider: string,
  options?: ConnectedAccountOptions
): Redacted.Redacted | null
export function useConnectedAccount(
  provider: string,
  { enabled, or, scopes }: ConnectedAccountOptions = {}
): Redacted.Redacted | null {
  const account = reads.connectedAccount(provider, scopes)
  const read: ReadDefinition<Option.Option<Redacted.Redacted>, unknown, ClientServices | ReadCache> = or === "redirect"
    ? demanded(or, account, Option.isSome, oauth.link({ provider, scopes }))
    : account
  const token = useRead(read, { enabled })
  return token === null ? null : Option.getOrNull(token)
}
