/** What a call gives to callers who write promises. */

/** How a call ended, as a value. */
export type Settled<A, E> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: E }

/** A promise that also knows what it may reject with. */
export interface CallPromise<A, E> extends Promise<A> {
  /**
   * The same, with errors as values that the compiler knows:
   *
   * ```ts
   * const signedIn = await client.signIn.withPassword({ email, password }).settled()
   * if (!signedIn.ok && signedIn.error._tag === "EmailPasswordMismatch") …
   * ```
   *
   * Rejects with the reason of a signal that stopped the call, and with what a framework throws to redirect. Nothing
   * else makes it reject.
   */
  readonly settled: () => Promise<Settled<A, E>>
}

/** Adds `settled`. `isStop` tells what is no error of the call. */
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
