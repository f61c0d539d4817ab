"use client"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import {
  createContext,
  createElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore
} from "react"
import type { InitialReads, ReadDefinition, Reads, ReadState, ReadsView } from "../layers/reads/index.ts"
import type { Session } from "../layers/session/index.ts"
import type { ClientAccess } from "../schemas/access.ts"
import { restrictionOf } from "../schemas/entities/RestrictedReason.ts"
import type { User } from "../schemas/entities/User.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import { NotSignedIn } from "../src/errors/index.ts"
import type { IncludeRestricted, Or } from "../src/flows/account/index.ts"
import { currentUser } from "../src/reads.ts"
import { type App, appOf } from "./app.ts"
import { createFailureBoundary, type FailureBoundaryProps } from "./createFailureBoundary.ts"
import { failureScreen } from "./failureScreen.ts"
import { LeftToBrowser } from "./LeftToBrowser.ts"
import { type Action, type RunEffect, runHooks } from "./runHooks.ts"
import { isSomebody, orAnonymous, orRedirect, orRedirectRestricted } from "./signedInUser.ts"
import { useLasting } from "./useLasting.ts"
import { usePromise } from "./usePromise.ts"

/** What reading the user needs. */
export type UserServices = ClientAccess | Session

/** What every provider takes. */
export interface ProviderProps {
  readonly children?: ReactNode
  /** Shown for as long as something below waits and no nearer `Suspense` says what to show. @default nothing */
  readonly fallback?: ReactNode
  /**
   * Shown when a component below fails and no error boundary between catches it. `null` leaves all errors to the boundaries
   * above.
   *
   * @default for `CallError` and `InvalidConfiguration`, a sentence and a button to try again; in development, what is wrong
   *   and how to fix it. Other errors go on to the boundaries above.
   */
  readonly failed?: FailureBoundaryProps["failed"] | null | undefined
  /**
   * What the server read for this page: shown at once, and not read again until something touches it. Give the same to
   * the server's provider and the browser's.
   */
  readonly initial?: InitialReads | undefined
}

/** What a provider takes that is given a layer. */
export interface LayerProviderProps<R, E> extends ProviderProps {
  readonly layer: Layer.Layer<R, E>
  /**
   * The layer keeps the session in the browser. A server that renders the page then knows of the person what `initial`
   * says, and leaves the rest to the browser, instead of rendering it as if nobody were signed in.
   *
   * @default false: what the layer says of the session on the server is so
   */
  readonly sessionInBrowser?: boolean | undefined
}

/** With these choices there always is a user. */
export type UserOf<Choice extends Or> = Choice extends "throw" | "redirect" | "anonymous" ? User : User | null

/** How a component reads the signed-in user: {@link LatchkeyReact.useUser}. */
export type UseUser = <const Choice extends Or = "return-null">(options?: {
  /**
   * What to do when nobody is signed in: `return-null`, `redirect` to the sign-in page, `throw` `NotSignedIn`, or sign up
   * an `anonymous` user. @default "return-null"
   */
  readonly or?: Choice
  /** Show a user who may not use the app yet, too. @default false; true where anonymous users count */
  readonly includeRestricted?: IncludeRestricted<Choice> | undefined
}) => UserOf<Choice>

/** Provider and hooks for one set of services. */
export interface LatchkeyReact<R, E> {
  /**
   * Its layer is read once: give the provider another `key` to change it. Where it has `Reads`, the hooks share values and
   * requests with whatever else uses them; otherwise the provider has its own.
   */
  readonly LatchkeyProvider: (props: LayerProviderProps<R, E>) => ReactNode
  /** Gives the function that runs effects for this component: what still runs when it leaves is interrupted. */
  readonly useRunEffect: () => RunEffect<R | Reads, E>
  /** Runs an effect per call of `run`, and tells how it goes. What still runs when the component leaves is interrupted. */
  readonly useAction: <Arguments extends ReadonlyArray<any>, A, ActionError>(
    effect: (...args: Arguments) => Effect.Effect<A, ActionError, R | Reads>
  ) => Action<Arguments, A, ActionError | E>
  /**
   * The value of a read, one request for all components that ask. Suspends until it is known; afterwards it stays while
   * it is read again. When it never could be read, the error goes to the nearest error boundary.
   */
  readonly useRead: <A, ReadError>(read: ReadDefinition<A, ReadError, R | Reads>) => A
  /** The same without suspending or throwing: what is known of it. */
  readonly useReadState: <A, ReadError>(read: ReadDefinition<A, ReadError, R | Reads>) => ReadState<A, ReadError | E>
  /**
   * The signed-in user. Suspends until it is known; afterwards what is shown stays while it is read again. A failure goes
   * to the nearest error boundary.
   *
   * A restricted user counts as nobody unless `includeRestricted` asks for them.
   *
   * - `return-null`: `null` when nobody is signed in.
   * - `redirect`: goes to the sign-in page, with a restricted user to `onboarding`, and suspends. See `Navigation`.
   * - `throw`: throws `NotSignedIn` to the nearest error boundary.
   * - `anonymous`: signs up anonymously, one user for all components, and suspends meanwhile.
   *
   * There where the services include `ClientAccess` and `Session`.
   */
  readonly useUser: [UserServices] extends [R] ? UseUser : never
}

/**
 * Provider and hooks that know your services, once per application:
 *
 * ```ts
 * export const { LatchkeyProvider, useRead, useRunEffect } = createLatchkeyReact<ServerAccess | Mailer>()
 * ```
 *
 * `latchkey/react` itself exports the ones for a client's services.
 */
export const createLatchkeyReact = <R, E = InvalidConfiguration>(): LatchkeyReact<R, E> => {
  const Current = createContext<App<R, E> | null>(null)

  const useApp = (): App<R, E> => {
    const app = useContext(Current)
    if (app === null) throw new Error("Latchkey's hooks need a <LatchkeyProvider> above the component that calls them.")
    return app
  }

  const LatchkeyProvider: LatchkeyReact<R, E>["LatchkeyProvider"] = (
    { children, failed = failureScreen, fallback, layer, ...beginning }
  ) => {
    const [app] = useState(() => appOf(layer, beginning))
    const [, render] = useState({})
    useLasting(() => app.mount(() => render({})), [app])
    const waiting = createElement(Fallback, null, fallback)
    // without a boundary of its own, React would start the provider over whenever something below suspends at first
    const shown = createElement(Suspense, { fallback: waiting }, children)
    return createElement(
      Current.Provider,
      { value: app },
      failed === null ? shown : createElement(Boundary, { failed }, shown)
    )
  }

  /**
   * What a provider shows while something below waits. React keeps a fallback for 300 ms once it is on the page, however
   * soon what it stands in for is ready, unless something above it renders: so the provider does, with every read that
   * arrives. What a server rendered is on the page without a fallback, and is left alone.
   */
  const Fallback = ({ children }: { readonly children?: ReactNode }): ReactNode => {
    const { waits } = useApp()
    useInsteadOfPainting(waits, [waits])
    return children
  }

  const { useAction, useRunEffect } = runHooks(useApp)

  const Boundary = createFailureBoundary(useRunEffect)

  /** What of a read is shown; `look` gives the same until something else is to be shown. */
  const useShown = <Shown>(
    read: ReadDefinition<any, any, any>,
    look: (view: Pick<ReadsView, "state" | "promise">) => Shown
  ): Shown => {
    const { isBrowsers, reads } = useApp()
    // the server may know more than it was handed, and the browser more or less than that: both begin with the same
    const watch = isBrowsers(read) ? notHere : reads().ensure(read)
    return useSyncExternalStore(watch, () => look(reads()), () => look(reads().hydration))
  }

  const useRead: LatchkeyReact<R, E>["useRead"] = (read) => {
    const app = useApp()
    if (app.isBrowsers(read)) throw new LeftToBrowser({ part: `what is shown of "${read.key}"` })
    const promise = useShown(read, (view) => view.promise(read))
    // without a status it is neither settled nor known to React: this is the first to wait for it
    if (!("status" in promise)) promise.then(app.arrived, app.arrived)
    return usePromise(promise)
  }

  const useReadState: LatchkeyReact<R, E>["useReadState"] = (read) => useShown(read, (view) => view.state(read))

  const useUser: UseUser = ({ includeRestricted = false as never, or = "return-null" as never } = {}) => {
    const read: ReadDefinition<User | null, unknown, any> = or === "redirect"
      ? includeRestricted ? orRedirectRestricted : orRedirect
      : or === "anonymous"
      ? orAnonymous
      : currentUser
    const user = useRead(read)
    // the first two reads have a user, so that only the choices with `null` are left
    if (user !== null && (or.startsWith("anonymous") || isSomebody(user, includeRestricted))) return user
    if (or === "throw") throw notSignedIn(user)
    return null as never
  }

  return {
    LatchkeyProvider,
    useRunEffect,
    useAction,
    useRead,
    useReadState,
    useUser: useUser as LatchkeyReact<R, E>["useUser"]
  }
}

/** React 18 warns of an effect of layout on a server, where there is none. */
const useInsteadOfPainting = "document" in globalThis ? useLayoutEffect : useEffect

/** Nothing is watched where nothing lasts. */
const notHere = () => () => {}

/** No error boundary catches what a server throws: the browser's does, when it gets there. */
const notSignedIn = (user: User | null): NotSignedIn | LeftToBrowser => {
  const call = "useUser({ or: \"throw\" })"
  if (!("window" in globalThis)) return new LeftToBrowser({ part: call })
  const restrictedReason = user === null ? null : restrictionOf(user)
  return new NotSignedIn(restrictedReason === null ? { call } : { call, restrictedReason })
}
