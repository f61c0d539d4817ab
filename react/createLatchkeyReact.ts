"use client"
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
import { type HookMethod, mountNavigate } from "../layers/browser/index.ts"
import type { InitialReads, ReadCache, ReadDefinition, ReadState, ReadsView } from "../layers/reads/index.ts"
import type { Session } from "../layers/session/index.ts"
import type { ClientAccess } from "../schemas/access.ts"
import { countsAsSignedIn, restrictionOf } from "../schemas/entities/restriction.ts"
import type { User } from "../schemas/entities/User.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import { NotSignedIn } from "../src/errors/index.ts"
import type { IncludeRestricted, Or } from "../src/flows/account/index.ts"
import type { SharedClient } from "../src/promise/index.ts"
import { currentUser } from "../src/reads.ts"
import { type App, makeApp } from "./app.ts"
import { createFailureBoundary, type FailureBoundaryProps } from "./createFailureBoundary.ts"
import { DeferredToBrowser } from "./DeferredToBrowser.ts"
import { failureScreen } from "./failureScreen.ts"
import { type ClientServices, isSessionInBrowser, layerOfClient } from "./layerOfClient.ts"
import type { Readable, ReadOptions, ReadValue, Skippable } from "./mistakes.ts"
import { projectIs } from "./projectIs.ts"
import { type ActionHook, type RunEffect, runHooks, type RunOptions } from "./runHooks.ts"
import { orAnonymous, orRedirect, orRedirectRestricted } from "./signedInUser.ts"
import { useLasting } from "./useLasting.ts"
import { usePromise } from "./usePromise.ts"

/** Services that are required to read the user. */
export type UserServices = ClientAccess | Session

/** Props of every provider. */
export interface ProviderProps {
  readonly children?: ReactNode | undefined
  /** Shown while a descendant without its own `Suspense` boundary suspends. @default nothing */
  readonly fallback?: ReactNode | undefined
  /**
   * Shown when a component below fails and no error boundary in between catches the error. `null` leaves all errors to
   * the boundaries above the provider.
   *
   * @default for Latchkey's errors, a sentence and a retry button; in development, the problem and its fix.
   * `NotSignedIn` and errors of other libraries go to the boundaries above.
   */
  readonly failed?: FailureBoundaryProps["failed"] | null | undefined
  /**
   * Values that the server read for this page. They are shown immediately and not read again until they are
   * invalidated. Pass the same value to the provider on the server and in the browser.
   */
  readonly initial?: InitialReads | undefined
}

/** Props of a provider that has a `layer` prop. */
export interface LayerProviderProps<R, E> extends ProviderProps {
  readonly layer: Layer.Layer<R, E>
  /**
   * Whether the layer keeps the session in the browser. If so, a server render knows only what `initial` contains about
   * the user and leaves the rest to the browser, instead of rendering the page as signed out.
   *
   * @default false: the server uses the layer's session
   */
  readonly sessionInBrowser?: boolean | undefined
}

/** Props of a provider that has a `client` prop. */
export interface ClientProviderProps extends ProviderProps {
  /**
   * The app's promise client, created with `createClient` from `latchkey/promise` or `latchkey/native`. The components below and
   * all other code that uses the client share its session and its read cache: a change by either is immediately visible
   * to both. `useClient` returns this client. Unmounting the provider doesn't dispose of it.
   */
  readonly client: SharedClient
  readonly layer?: undefined
  /**
   * Whether the client's token store keeps the session in the browser, so that a server render leaves everything that
   * depends on the user to the browser. @default true for `createClient` with cookies, which is its default
   */
  readonly sessionInBrowser?: boolean | undefined
}

/** The user's type: never `null` for these options. */
export type UserOf<Choice extends Or> = Choice extends "throw" | "redirect" | "anonymous" ? User : User | null

/** Signature of {@link LatchkeyReact.useUser}. */
export type UserHook = <const Choice extends Or = "return-null">(options?: {
  /**
   * What to do when no user is signed in: `return-null`, `redirect` to the sign-in page, `throw` `NotSignedIn`, or sign
   * up an `anonymous` user. @default "return-null"
   */
  readonly or?: Choice | undefined
  /** Whether restricted users count as signed in. @default false; true with `anonymous` */
  readonly includeRestricted?: IncludeRestricted<Choice> | undefined
  /**
   * Id of the project that the component is for. With another provider, the hook throws `InvalidConfiguration` to the
   * nearest error boundary. For pages with several providers.
   */
  readonly projectIdMustMatch?: string | undefined
}) => UserOf<Choice>

/** State of a read, with the provider's own error. */
export type ReadStateOf<Read, LayerError> = Read extends ReadDefinition<infer A, infer E, any>
  ? ReadState<A, E | LayerError>
  : Extract<ReadState<never>, { readonly _tag: "Pending" }>

/** Provider and hooks for one set of services. */
export interface LatchkeyReact<R, E> {
  /**
   * The provider. It reads the props `layer` and `client` only once: to replace either, change the `key`. If the layer
   * has `ReadCache`, the hooks share that cache; otherwise the provider creates a cache. It accepts a `client` if the
   * client has all services that the hooks need.
   */
  readonly LatchkeyProvider: (
    props:
      | LayerProviderProps<R, E> & { readonly client?: undefined }
      | ([R] extends [ClientServices] ? ClientProviderProps : never)
  ) => ReactNode
  /**
   * Returns a function that runs effects for this component and the signed-in person. An effect is interrupted when the
   * component unmounts, and when the person changes: see `forPerson` of `latchkey`.
   */
  readonly useRunEffect: (options?: RunOptions) => RunEffect<R | ReadCache, E>
  /**
   * Returns the state of an action, and `run`, which calls your function. The function returns an effect or a promise.
   * An effect is interrupted when the component unmounts, and when the signed-in person changes: see
   * `forPerson` of `latchkey`. A promise continues, and its result is ignored after an unmount.
   */
  readonly useAction: ActionHook<R | ReadCache, E>
  /**
   * Returns the value of a read, with one request for all components. Suspends until the first value arrives; later
   * refreshes keep the current value. If no request has succeeded yet, throws the error to the nearest error boundary.
   *
   * With `enabled: false`, or `null` in place of the read, returns `null` without a request.
   */
  readonly useRead: <Read, Enabled extends boolean = true>(
    read: Readable<Read, R | ReadCache>,
    options?: ReadOptions<Enabled>
  ) => Skippable<ReadValue<Read>, Enabled>
  /**
   * Returns the state of a read without suspending or throwing. With `enabled: false`, or `null` in place of the read,
   * the state is `Pending`, without a request.
   */
  readonly useReadState: <Read>(
    read: Readable<Read, R | ReadCache>,
    options?: ReadOptions
  ) => ReadStateOf<Read, E>
  /**
   * Returns the signed-in user. Suspends until the first value arrives; later refreshes keep the current value. Throws
   * a failure to the nearest error boundary.
   *
   * A restricted user counts as signed out unless `includeRestricted` is set. `or` decides what happens without a user:
   *
   * - `return-null`: returns `null`.
   * - `redirect`: goes to the sign-in page, or to `onboarding` if the user is restricted, and suspends. See
   *   `Navigation`.
   * - `throw`: throws `NotSignedIn` to the nearest error boundary.
   * - `anonymous`: signs up one anonymous user for all components, and suspends in the meantime.
   *
   * Available if the services include `ClientAccess` and `Session`.
   */
  readonly useUser: [UserServices] extends [R] ? UserHook : never
}

/** A provider and its hooks, including the internal hooks. */
export interface Hooks<R, E> extends LatchkeyReact<R, E> {
  /** Returns the services of the nearest provider. */
  readonly useApp: () => App<R, E>
  /** Returns the services of the nearest provider; `null` without a provider. */
  readonly useAppIfAny: () => App<R, E> | null
}

/** Creates the hooks of reads. */
const readHooks = <R, E>(useApp: () => App<R, E>) => {
  /**
   * Subscribes to a read, and returns the result of `look` or, without a read, `null`. `look` must return the same
   * value until the read changes.
   */
  const useShown = <Shown>(
    read: Definition | false | null | undefined,
    look: (view: Pick<ReadsView, "state" | "promise">, read: Definition) => Shown
  ): Shown | null => {
    const { isBrowsers, reads } = useApp()
    const lookAt = (view: Pick<ReadsView, "state" | "promise">) => read ? look(view, read) : null
    // Server and browser may have read different values. Hydration therefore starts from the initial values, which are
    // the same on both.
    const watch = read && !isBrowsers(read) ? reads().ensure(read) : subscribeToNothing
    return useSyncExternalStore(watch, () => lookAt(reads()), () => lookAt(reads().hydration))
  }

  const useRead = (given: Definition | null | undefined, options?: ReadOptions): unknown => {
    const app = useApp()
    const read = options?.enabled !== false && given
    if (read && app.isBrowsers(read)) throw new DeferredToBrowser({ part: `the read "${read.key}"` })
    const promise = useShown(read, (view, read) => view.promise(read))
    if (!promise) return null
    // React sets `status` when a component first waits for a promise. A promise without `status` therefore has no
    // listener yet.
    if (!("status" in promise)) promise.then(app.arrived, app.arrived)
    // `use` is the only hook that may be called conditionally.
    // oxlint-disable-next-line react-hooks/rules-of-hooks
    return usePromise(promise)
  }

  const useReadState = (given: Definition | null | undefined, options?: ReadOptions): unknown =>
    useShown(options?.enabled !== false && given, (view, read) => view.state(read)) ?? pending

  return { useRead, useReadState }
}

/** Creates a provider and its hooks. */
export const createHooks = <R, E = InvalidConfiguration>(): Hooks<R, E> => {
  const Current = createContext<App<R, E> | null>(null)

  const useAppIfAny = () => useContext(Current)

  const useApp = (): App<R, E> => {
    const app = useAppIfAny()
    if (app === null) throw new Error("Latchkey's hooks need a <LatchkeyProvider> above the component that calls them.")
    return app
  }

  const LatchkeyProvider: LatchkeyReact<R, E>["LatchkeyProvider"] = (
    { children, client, failed = failureScreen, fallback, layer, ...options }
  ) => {
    const [app] = useState(() =>
      client === undefined ? makeApp(layer!, options) : makeApp<R, E>(layerOfClient(client) as never, {
        ...options,
        sessionInBrowser: options.sessionInBrowser ?? isSessionInBrowser(client),
        client
      })
    )
    const [, render] = useState({})
    const [method, setMethod] = useState<HookMethod>()
    useLasting(() => app.mount(() => render({}), setMethod), [app])
    const waiting = createElement(Fallback, null, fallback)
    // Without this boundary, React would discard the provider and start again whenever a component suspends during the
    // first render.
    const shown = createElement(Suspense, { fallback: waiting }, children)
    return createElement(
      Current.Provider,
      { value: app },
      method && createElement(Navigator, { method }),
      failed === null ? shown : createElement(Boundary, { failed }, shown)
    )
  }

  /**
   * Fallback of a provider. React keeps a fallback on the page for at least 300 ms, unless a component above the
   * fallback renders again. Therefore the provider renders again whenever a read settles. Server-rendered content needs
   * no fallback.
   */
  const Fallback = ({ children }: { readonly children?: ReactNode }): ReactNode => {
    const { waits } = useApp()
    useIsomorphicLayoutEffect(waits, [waits])
    return children
  }

  const { useAction, useRunEffect } = runHooks(useApp)

  const Boundary = createFailureBoundary(useRunEffect)

  const { useRead, useReadState } = readHooks(useApp)

  const useUser: UserHook = (
    { includeRestricted = false as never, or = "return-null" as never, projectIdMustMatch } = {}
  ) => {
    useRead(projectIdMustMatch === undefined ? null : projectIs(projectIdMustMatch))
    const read: ReadDefinition<User | null, unknown, any> = or === "redirect"
      ? includeRestricted ? orRedirectRestricted : orRedirect
      : or === "anonymous"
      ? orAnonymous
      : currentUser
    const user = useRead(read) as User | null
    // `orRedirect` and `orAnonymous` never return `null`.
    if (user !== null && (or.startsWith("anonymous") || countsAsSignedIn(user, includeRestricted))) return user
    if (or === "throw") throw notSignedIn(user)
    return null as never
  }

  return {
    LatchkeyProvider,
    useApp,
    useAppIfAny,
    useRunEffect,
    useAction,
    useRead: useRead as LatchkeyReact<R, E>["useRead"],
    useReadState: useReadState as LatchkeyReact<R, E>["useReadState"],
    useUser: useUser as LatchkeyReact<R, E>["useUser"]
  }
}

/**
 * Creates a provider and hooks for your own services. Call it once per application. For a client's services,
 * `latchkey/react` already exports a provider and hooks.
 */
export const createLatchkeyReact = <R, E = InvalidConfiguration>(): LatchkeyReact<R, E> => createHooks<R, E>()

/** Calls the router's hook, and passes its function to redirects. */
const Navigator = ({ method }: { readonly method: HookMethod }): ReactNode => {
  // The method never changes while the provider is mounted.
  // oxlint-disable-next-line react/hooks
  const navigate = method.useNavigate()
  useIsomorphicLayoutEffect(() => mountNavigate(method, navigate), [method, navigate])
  return null
}

/** React 18 warns about layout effects on a server. */
const useIsomorphicLayoutEffect = "document" in globalThis ? useLayoutEffect : useEffect

type Definition = ReadDefinition<any, any, any>

/** State of a skipped read. */
const pending: ReadState<never> = { _tag: "Pending" }

/** Subscribes to nothing, because a server render ends before a value can change. */
const subscribeToNothing = () => () => {}

/**
 * Returns the error to throw for `or: "throw"`. On a server, where no error boundary would catch `NotSignedIn`, it is
 * `DeferredToBrowser`: then the browser renders the component.
 */
const notSignedIn = (user: User | null): NotSignedIn | DeferredToBrowser => {
  const call = "useUser({ or: \"throw\" })"
  if (!("window" in globalThis)) return new DeferredToBrowser({ part: call })
  const restrictedReason = user === null ? null : restrictionOf(user)
  return new NotSignedIn(restrictedReason === null ? { call } : { call, restrictedReason })
}
