/** What is shown in place of components that failed, until trying again has helped. */
"use client"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
  startTransition,
  useLayoutEffect,
  useRef,
  useState
} from "react"
import { Visibility } from "../layers/browser/index.ts"
import { cacheOf, Reads } from "../layers/reads/index.ts"
import type { RunEffect } from "./runHooks.ts"

interface Progress {
  readonly error: unknown
  /** It is being tried again. */
  readonly isPending: boolean
}

/** What a component below the boundary threw. */
export interface Failure extends Progress {
  /** Reads again what could not be read, or renders the components anew where something else failed. */
  readonly retry: () => void
}

/** What a boundary takes. */
export interface FailureBoundaryProps {
  readonly children?: ReactNode
  readonly failed: (failure: Failure) => ReactNode
}

/** The `FailureBoundary` for a provider of your own, by its `useRunEffect`. It stands below that provider. */
export const createFailureBoundary = (
  useRunEffect: () => RunEffect<Reads, any>
): ComponentType<FailureBoundaryProps> => {
  const Failed = ({ error, failed, over }: Pick<FailureBoundaryProps, "failed"> & {
    readonly error: unknown
    readonly over: () => void
  }) => {
    const runEffect = useRunEffect()
    const [now, setNow] = useState({ error, isPending: false })
    const retry = useRef(over)
    // before the button is on the page: a press is never too soon
    useLayoutEffect(() => {
      const hear = (next: Progress | undefined) => next === undefined ? over() : setNow(next)
      void runEffect(watch(error, hear, (again) => retry.current = again))
    }, [error, over, runEffect])
    return failed({ ...now, retry: () => retry.current() })
  }

  return class extends Component<FailureBoundaryProps, { readonly failure?: { readonly error: unknown } | undefined }> {
    static readonly displayName = "FailureBoundary"
    static getDerivedStateFromError(error: unknown) {
      return { failure: { error } }
    }
    override state: { readonly failure?: { readonly error: unknown } | undefined } = {}
    // what is shown stays until the components are there
    private readonly over = () => startTransition(() => this.setState({ failure: undefined }))
    override render() {
      const { children, failed } = this.props
      const { failure } = this.state
      return failure === undefined ? children : createElement(Failed, { ...failure, failed, over: this.over })
    }
  }
}

/** Keeps what failed known, and tells how it goes until it is over: `undefined`. */
const watch = (
  error: unknown,
  tell: (now: Progress | undefined) => void,
  retryBy: (retry: () => void) => void
) =>
  Effect.flatMap(Effect.all([Reads, Visibility]), ([reads, { onReturn }]) =>
    Effect.callback<never>(() => {
      const cache = cacheOf(reads)
      const failures = () => [...cache.entries.values()].filter(({ state }) => state._tag === "Failure")
      const mine = failures().filter(({ state }) => state._tag === "Failure" && Cause.squash(state.cause) === error)
      if (mine.length === 0) return Effect.sync(onReturn(() => tell(undefined)))
      const look = () => {
        const states = mine.map(({ state }) => state).filter((state) => state._tag === "Failure")
        tell(
          states.length < mine.length
            ? undefined
            : { error: Cause.squash(states[0]!.cause), isPending: states.some(({ refreshing }) => refreshing) }
        )
      }
      // all of them: what the components ask for next has often failed as well, or does by the time people press
      const stops = failures().map(({ read }) => cache.subscribe(read, look))
      retryBy(() => failures().forEach((entry) => cache.refresh(entry, "retry")))
      look()
      return Effect.sync(() => stops.forEach((stop) => stop()))
    }))
