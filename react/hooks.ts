/** The hooks and components that most applications use on their first page. */
"use client"
import type { ComponentType, ReactNode } from "react"
import type { SessionState } from "../layers/session/index.ts"
import type { User } from "../schemas/entities/User.ts"
import * as reads from "../src/reads.ts"
import { ready } from "./clientHooks.ts"
import { createFailureBoundary, type FailureBoundaryProps } from "./createFailureBoundary.ts"
import type { ReadOptions } from "./mistakes.ts"

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
 * - `redirect`: goes to the sign-in page, or to `onboarding` if the user is restricted, and suspends. See `Navigation`.
 * - `throw`: throws `NotSignedIn` to the nearest error boundary.
 * - `anonymous`: signs up one anonymous user for all components, and suspends in the meantime.
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
 * Renders its children for signed-out users, whenever {@link SignedIn} with the same options renders nothing.
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
