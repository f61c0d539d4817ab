"use client"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore
} from "react"
import type { User } from "../schemas/entities/User.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import type { Or } from "../src/currentUser.ts"
import { NotSignedIn } from "../src/NotSignedIn.ts"
import { type App, appOf } from "./app.ts"
import type { UserServices } from "./currentUserStore.ts"

/** What every provider takes. */
export interface ProviderProps {
  readonly children?: ReactNode
  /** Shown while something below waits and no nearer `Suspense` says what to show. @default nothing */
  readonly fallback?: ReactNode
}

/**
 * Runs an effect with the provider's services. What still runs when the component leaves is interrupted. Never rejects:
 * the result is an `Exit`, with the provider's own error when its services cannot be built.
 */
export type RunEffect<R, LayerError> = <Eff extends Effect.Effect<any, any, R>>(
  effect: Eff
) => Promise<Exit.Exit<Effect.Success<Eff>, Effect.Error<Eff> | LayerError>>

/** With these choices there always is a user. */
export type UserOf<Choice extends Or> = Choice extends "throw" | "redirect" | "anonymous" ? User : User | null

/**
 * The signed-in user. Suspends until it is known; afterwards what is shown stays while it is read again. A failure goes
 * to the nearest error boundary.
 *
 * - `return-null`: `null` when nobody is signed in.
 * - `redirect`: goes to the sign-in page and suspends. See `Navigation`.
 * - `throw`: throws `NotSignedIn` to the nearest error boundary.
 * - `anonymous`: signs up anonymously, one user for all components, and suspends meanwhile.
 */
export type UseUser = <const Choice extends Or = "return-null">(options?: { readonly or?: Choice }) => UserOf<Choice>

/** Provider and hooks for one set of services. */
export interface LatchkeyReact<R, E> {
  /** Its layer is read once: give the provider another `key` to change it. */
  readonly LatchkeyProvider: (props: ProviderProps & { readonly layer: Layer.Layer<R, E> }) => ReactNode
  readonly useRunEffect: () => RunEffect<R, E>
  /** Where the services include `ClientAccess` and `Session`. */
  readonly useUser: [UserServices] extends [R] ? UseUser : never
}

/**
 * Provider and hooks that know your services, once per application:
 *
 * ```ts
 * export const { LatchkeyProvider, useRunEffect } = createLatchkeyReact<ServerAccess | Mailer>()
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

  const LatchkeyProvider: LatchkeyReact<R, E>["LatchkeyProvider"] = ({ children, fallback, layer }) => {
    const [app] = useState(() => appOf(layer))
    useEffect(() => app.mount(), [app])
    // without a boundary of its own, React would start the provider over whenever something below suspends at first
    return (
      <Current value={app}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </Current>
    )
  }

  const useRunEffect = (): RunEffect<R, E> => {
    const app = useApp()
    const lifetime = useRef<AbortController | null>(null)
    useEffect(() => {
      // StrictMode unmounts and mounts again: what was aborted is no lifetime any more
      if (lifetime.current?.signal.aborted !== false) lifetime.current = new AbortController()
      return () => lifetime.current?.abort()
    }, [])
    return useCallback((effect) => {
      const { signal } = lifetime.current ??= new AbortController()
      return signal.aborted ? Promise.resolve(Exit.interrupt()) : app.runtime().runPromiseExit(effect, { signal })
    }, [app])
  }

  const useUser: UseUser = ({ or = "return-null" as never } = {}) => {
    const { currentUser } = useApp()
    const user = use(useSyncExternalStore(currentUser.subscribe, currentUser.snapshot, currentUser.snapshot))
    const anonymousCounts = or === "anonymous" || or === "anonymous-if-exists[deprecated]"
    if (user !== null && (anonymousCounts || !user.isAnonymous)) return user
    if (or === "throw") throw new NotSignedIn()
    if (or === "redirect") use(currentUser.redirect())
    if (or === "anonymous") use(currentUser.signUpAnonymously())
    // the last two suspend until there is another snapshot, so that only the choices with `null` arrive here
    return null as never
  }

  return { LatchkeyProvider, useRunEffect, useUser: useUser as LatchkeyReact<R, E>["useUser"] }
}
