import * as Effect from "effect/Effect"

/** A place where others listen to what happens. What happens is described only when somebody does. */
export interface Hook<A> {
  /** What listeners throw is reported and stops nobody else. */
  readonly raise: (what: () => A) => void
  /** The returned function ends it. */
  readonly listen: (listener: (what: A) => void) => () => void
}

/** A hook that nobody listens at yet. What its listeners throw goes to the log of the program that makes it. */
export const hook = <A>(): Effect.Effect<Hook<A>> =>
  Effect.map(Effect.context<never>(), (context) => {
    const listeners = new Set<(what: A) => void>()
    const report = (thrown: unknown) =>
      Effect.runForkWith(context)(Effect.logError("A listener of the embedded platform threw.", thrown))
    return {
      raise: (what) => {
        if (listeners.size === 0) return
        const described = what()
        for (const listener of [...listeners]) {
          try {
            listener(described)
          } catch (thrown) {
            report(thrown)
          }
        }
      },
      listen: (listener) => {
        // a listener of its own, so that one function can listen twice
        const own = (what: A) => listener(what)
        listeners.add(own)
        return () => void listeners.delete(own)
      }
    }
  })
