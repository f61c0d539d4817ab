import * as Effect from "effect/Effect"

/** Tells listeners what happens. What happens is described only when somebody does. */
export interface Emitter<A> {
  /** What listeners throw is reported and stops nobody else. */
  readonly emit: (what: () => A) => void
  /** The returned function ends it. */
  readonly listen: (listener: (what: A) => void) => () => void
}

/** An emitter that nobody listens to yet. What its listeners throw goes to the log of the program that makes it. */
export const emitter = <A>(): Effect.Effect<Emitter<A>> =>
  Effect.map(Effect.context<never>(), (context) => {
    const listeners = new Set<(what: A) => void>()
    const report = (thrown: unknown) =>
      Effect.runForkWith(context)(Effect.logError("A listener of the embedded platform threw.", thrown))
    return {
      emit: (what) => {
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
