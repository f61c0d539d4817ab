/** A data source, subscribers and a session, for tests of cached reads. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { changes, read, type ReadDefinition, type ReadState } from "../../../layers/reads/Reads.ts"
import { Session, type SessionState } from "../../../layers/session/Session.ts"
import { type Caller, ClientAccess } from "../../../schemas/access.ts"

/** Creates a data source that counts its requests. Each request takes some time. */
export const source = (tookMillis = 0) => {
  const starts: Array<number> = []
  let running = 0
  let most = 0
  let interrupted = 0
  const effect = Effect.gen(function*() {
    starts.push(yield* Clock.currentTimeMillis)
    most = Math.max(most, ++running)
    const answer = starts.length
    yield* Effect.sleep(tookMillis)
    return answer
  }).pipe(
    Effect.onInterrupt(() => Effect.sync(() => interrupted++)),
    Effect.ensuring(Effect.sync(() => running--))
  )
  return {
    read: read("source", effect),
    starts,
    most: () => most,
    running: () => running,
    interrupted: () => interrupted
  }
}

/** Subscribes to a read until the fiber is interrupted. */
export const watch = <A, E, R>(of: ReadDefinition<A, E, R>) =>
  Effect.gen(function*() {
    const states: Array<ReadState<A, E>> = []
    const fiber = yield* Effect.forkChild(
      Stream.runForEach(changes(of), (state) => Effect.sync(() => states.push(state))),
      { startImmediately: true }
    )
    yield* settle
    return { states, last: () => states.at(-1)!, leave: Fiber.interrupt(fiber) }
  })

/** Lets all work finish that doesn't wait for the clock. */
export const settle = TestClock.adjust(0)

/** Formats states: `Pending`, `1`, `1…` during a refresh, `1!` after a failed refresh. */
export const shown = (states: ReadonlyArray<ReadState<unknown, unknown>>) =>
  states.map((state) =>
    state._tag === "Success"
      ? `${state.value}${state.refreshing ? "…" : ""}${state.cause === undefined ? "" : "!"}`
      : state._tag === "Failure"
      ? `Failure${state.refreshing ? "…" : ""}`
      : state._tag
  )

export const person = (id: string, session = "one"): SessionState => ({
  _tag: "SignedIn",
  claims: Option.some({ sub: id, refreshTokenId: session, isAnonymous: false } as never)
})
export const unknown: SessionState = { _tag: "SignedIn", claims: Option.none() }
export const nobody: SessionState = { _tag: "SignedOut" }

/** Creates a session that a test controls. */
export const sessionOf = (first: SessionState) => {
  let state = first
  const listeners = new Set<() => void>()
  const service = {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
  return {
    layer: Layer.succeed(Session, service as never),
    become: (next: SessionState) =>
      Effect.andThen(
        Effect.sync(() => {
          state = next
          for (const listener of listeners) listener()
        }),
        settle
      )
  }
}

/** Creates calls that return the number of requests so far. `requests` contains the names of the requests. */
export const callsTo = (answer: Caller["call"] = () => Effect.void) => {
  const requests: Array<string> = []
  const call: Caller["call"] = (spec, input) =>
    Effect.suspend(() => {
      requests.push(spec.name)
      return answer(spec, input)
    })
  return { layer: Layer.succeed(ClientAccess, { call }), requests }
}
