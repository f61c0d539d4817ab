/** Reads with a required value, such as a signed-in user. All components share one attempt to obtain the value. */
import * as Effect from "effect/Effect"
import { ReadCache, type ReadDefinition, until } from "../layers/reads/index.ts"

/**
 * Returns a read with the value of another read, if `accepts` accepts that value. Otherwise, runs `attempt` once and
 * waits until the other read has an accepted value. If `attempt` returns `false`, because the page has changed, the next
 * component that needs the value runs it again.
 */
export const demanded = <A, Wanted extends A, ReadError, R, E, AttemptServices>(
  name: string,
  read: ReadDefinition<A, ReadError, R>,
  accepts: (value: A) => value is Wanted,
  attempt: Effect.Effect<unknown, E, AttemptServices>
): ReadDefinition<Wanted, ReadError | E, R | AttemptServices | ReadCache> => ({
  key: `${name} ${read.key}`,
  of: "everyone",
  follows: { read, accepts },
  effect: Effect.gen(function*() {
    const { view } = yield* ReadCache
    for (;;) {
      const known = yield* until(view, read, (state) => state._tag !== "Pending")
      if (known._tag === "Failure") return yield* Effect.failCause(known.cause)
      const { value } = known
      if (accepts(value)) return value
      // the state stays pending, because it follows the other read
      if ((yield* attempt) === false) return value as Wanted
      yield* until(view, read, (state) => state._tag !== "Success" || state.value !== value)
    }
  })
})
