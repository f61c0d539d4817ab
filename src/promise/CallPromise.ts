/** The promises that calls return. */

/** Result of a call: its value or its error. */
export type Settled<A, E> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: E }

/** A promise with typed errors. */
export interface CallPromise<A, E> extends Promise<A> {
  /**
   * Resolves with a result, `{ ok: true, value }` or `{ ok: false, error }`, instead of rejecting with an error of the
   * call.
   */
  readonly settled: () => Promise<Settled<A, E>>
}

/** Adds `settled` to a promise. `isStop` returns whether a rejection only means that the call was stopped. */
export const callPromise = <A, E>(promise: Promise<A>, isStop: (reason: unknown) => boolean): CallPromise<A, E> =>
  Object.assign(promise, {
    settled: () =>
      promise.then(
        (value): Settled<A, E> => ({ ok: true, value }),
        (error: E): Settled<A, E> => {
          if (isStop(error)) throw error
          return { ok: false, error }
        }
      )
  })
