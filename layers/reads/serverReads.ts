/** Reads of a page during hydration: the values that the server rendered and sent to the page. */
import type { AnyRead, InitialReads, ReadDefinition, ReadState } from "./read.ts"
import { pending } from "./readEntry.ts"
import { sessionKey } from "./readsOfPerson.ts"

/** The values that a server sent to the page, regardless of later changes. */
export interface ServerReads {
  readonly set: (initial: InitialReads) => void
  /** Returns the state of a read according to these values only: the same object each time. */
  readonly state: <A, E>(read: ReadDefinition<A, E, any>) => ReadState<A, E>
  /** Returns the settled promise of a server's value; `undefined` if there is none. */
  readonly promise: (read: AnyRead) => Promise<unknown> | undefined
}

export const makeServerReads = (): ServerReads => {
  const states = new Map<string, ReadState<unknown>>()
  const promises = new WeakMap<ReadState<unknown>, Promise<unknown>>()

  const stateOf = ({ follows, key }: AnyRead): ReadState<unknown> => {
    const own = states.get(key) ?? pending
    if (follows === undefined) return own
    const followed = stateOf(follows.read)
    return followed._tag === "Success" && follows.accepts(followed.value) ? followed : follows.orOwn ? own : pending
  }

  return {
    set: ({ values }) => {
      for (const [key, value] of Object.entries(values)) {
        states.set(key, { _tag: "Success", value, refreshing: false, cause: undefined })
      }
    },
    state: (read) => stateOf(read) as never,
    promise: (read) => {
      const state = stateOf(read)
      if (state._tag !== "Success") return undefined
      const { value } = state
      const made = promises.get(state) ?? Object.assign(Promise.resolve(value), { status: "fulfilled", value })
      promises.set(state, made)
      return made
    }
  }
}

/** Whether the read depends on the user. A server without a session has only the values that it was given. */
export const dependsOnUser = ({ follows, key, of }: AnyRead): boolean =>
  follows === undefined ? of === "user" || key === sessionKey : follows.orOwn !== true && dependsOnUser(follows.read)
