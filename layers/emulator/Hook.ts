/** A place where others listen to what happens. What happens is described only when somebody does. */
export interface Hook<A> {
  readonly raise: (what: () => A) => void
  /** The returned function ends it. */
  readonly listen: (listener: (what: A) => void) => () => void
}

/** A hook that nobody listens at yet. */
export const hook = <A>(): Hook<A> => {
  const listeners = new Set<(what: A) => void>()
  return {
    raise: (what) => {
      if (listeners.size === 0) return
      const described = what()
      for (const listener of [...listeners]) listener(described)
    },
    listen: (listener) => {
      // a listener of its own, so that one function can listen twice
      const own = (what: A) => listener(what)
      listeners.add(own)
      return () => void listeners.delete(own)
    }
  }
}
