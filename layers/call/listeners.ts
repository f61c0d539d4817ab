/** Those who are called back when something happens. */

export interface Listeners<A = void> {
  /** The returned function ends it. One function may listen twice. */
  readonly subscribe: (listener: (event: A) => void) => () => void
  /** Calls everybody who listened when it began, and gives what some of them threw: that stops nobody else. */
  readonly notify: (event: A) => ReadonlyArray<unknown>
  /** How many listen. */
  readonly size: () => number
}

/** Nobody listens yet. */
export const makeListeners = <A = void>(): Listeners<A> => {
  const entries = new Set<{ readonly listener: (event: A) => void }>()
  return {
    subscribe: (listener) => {
      const entry = { listener }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    notify: (event) => {
      const thrown: Array<unknown> = []
      for (const { listener } of [...entries]) {
        try {
          listener(event)
        } catch (error) {
          thrown.push(error)
        }
      }
      return thrown
    },
    size: () => entries.size
  }
}
