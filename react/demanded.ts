/** What a component cannot do without, as a read: one attempt to get there for any number of components. */
import * as Effect from "effect/Effect"
import { type ReadDefinition, Reads, until } from "../layers/reads/index.ts"

/** Shows what the other read shows where that will do. Otherwise it attempts, once, and waits for another value. */
export const demanded = <A, Wanted extends A, ReadError, R, E, AttemptServices>(
  name: string,
  read: ReadDefinition<A, ReadError, R>,
  accepts: (value: A) => value is Wanted,
  attempt: Effect.Effect<unknown, E, AttemptServices>
): ReadDefinition<Wanted, ReadError | E, R | AttemptServices | Reads> => ({
  key: `${name} ${read.key}`,
  of: "everyone",
  follows: { read, accepts },
  effect: Effect.gen(function*() {
    const { view } = yield* Reads
    for (;;) {
      const known = yield* until(view, read, (state) => state._tag !== "Pending")
      if (known._tag === "Failure") return yield* Effect.failCause(known.cause)
      const { value } = known
      if (accepts(value)) return value
      yield* attempt
      yield* until(view, read, (state) => state._tag !== "Success" || state.value !== value)
    }
  })
})
