/** An error boundary that recovers when a failed read succeeds. */
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
import { cacheOf, ReadCache } from "../layers/reads/index.ts"

interface Progress {
  readonly error: unknown
  /** Whether a retry is running. */
  readonly isPending: boolean
}

/** An error from a component below the boundary. */
export interface Failure extends Progress {
  /** Retries failed reads. After any other error, renders the components again. */
  readonly retry: () => void
}

/** Props of a `FailureBoundary`. */
export interface FailureBoundaryProps {
  readonly children?: ReactNode | undefined
  readonly failed: (failure: Failure) => ReactNode
}

/** Creates a `FailureBoundary` for your own provider from its `useRunEffect`. Render it below that provider. */
export const createFailureBoundary = (
  useRunEffect: () => (effect: Effect.Effect<any, any, ReadCache>) => Promise<unknown>
): ComponentType<FailureBoundaryProps> => {
  const Failed = ({ error, failed, over }: Pick<FailureBoundaryProps, "failed"> & {
    readonly error: unknown
    readonly over: () => void
  }) => {
    const runEffect = useRunEffect()
    const [now, setNow] = useState({ error, isPending: false })
    const retry = useRef(over)
    // A layout effect runs before the user can press the button, so `retry` is set in time.
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
    // A transition keeps the fallback on screen until the components are ready.
    private readonly over = () => startTransition(() => this.setState({ failure: undefined }))
    override render() {
      const { children, failed } = this.props
      const { failure } = this.state
      return failure === undefined ? children : createElement(Failed, { ...failure, failed, over: this.over })
    }
  }
}

/**
 * Keeps failed reads in the cache and reports their progress. Reports `undefined` once one of these reads has
 * succeeded.
 */
const watch = (
  error: unknown,
  tell: (now: Progress | undefined) => void,
  retryBy: (retry: () => void) => void
) =>
  Effect.flatMap(Effect.all([ReadCache, Visibility]), ([reads, { onReturn }]) =>
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
      // Retry all failed reads, because a component often needs several of them.
      const stops = failures().map(({ read }) => cache.subscribe(read, look))
      retryBy(() => failures().forEach((entry) => cache.refresh(entry, "retry")))
      look()
      return Effect.sync(() => stops.forEach((stop) => stop()))
    }))
