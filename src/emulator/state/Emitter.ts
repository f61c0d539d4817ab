import * as Effect from "effect/Effect"
import { Listeners } from "../../../layers/call/index.ts"

/** Tells whoever listens what happens. What happens is described only when somebody listens. */
export interface Emitter<A> {
  /** What listeners throw is reported and stops nobody else. */
  readonly emit: (what: () => A) => void
  /** The returned function ends it. */
  readonly listen: (listener: (what: A) => void) => () => void
}

/** An emitter that nobody listens to yet. What its listeners throw goes to the log of the program that makes it. */
export const emitter = <A>(): Effect.Effect<Emitter<A>> =>
  Effect.map(Effect.context<never>(), (context) => {
    const listeners = new Listeners<A>()
    const report = (thrown: unknown) =>
      Effect.runForkWith(context)(Effect.logError("A listener of the embedded platform threw.", thrown))
    return {
      emit: (what) => {
        if (listeners.size > 0) listeners.notify(what()).forEach(report)
      },
      listen: (listener) => listeners.subscribe(listener)
    }
  })
