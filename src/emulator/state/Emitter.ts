import * as Effect from "effect/Effect"
import { Listeners } from "../../../layers/call/index.ts"

/** Publishes values to listeners. A value is only computed if there is at least one listener. */
export interface Emitter<A> {
  /** Calls every listener. An error thrown by one listener is logged and doesn't stop the others. */
  readonly emit: (what: () => A) => void
  /** Subscribes a listener. The returned function unsubscribes it. */
  readonly listen: (listener: (what: A) => void) => () => void
}

/** Creates an emitter without listeners. Errors thrown by listeners go to the log of the fiber that creates it. */
export const emitter = <A>(): Effect.Effect<Emitter<A>> =>
  Effect.map(Effect.context<never>(), (context) => {
    const listeners = new Listeners<A>()
    const report = (thrown: unknown) =>
      Effect.runForkWith(context)(Effect.logError("A listener of the emulator threw.", thrown))
    return {
      emit: (what) => {
        if (listeners.size > 0) listeners.notify(what()).forEach(report)
      },
      listen: (listener) => listeners.subscribe(listener)
    }
  })
