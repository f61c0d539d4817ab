/** A list of callbacks. */

export class Listeners<A = void> {
  /** Created on the first subscription: a server's sessions, one per request, have no listeners. */
  private entries: Set<{ readonly listener: (event: A) => void }> | undefined

  /** The returned function unsubscribes. One function may subscribe twice. */
  subscribe(listener: (event: A) => void): () => void {
    const entries = this.entries ??= new Set()
    const entry = { listener }
    entries.add(entry)
    return () => void entries.delete(entry)
  }

  /** Calls every current listener, even if one of them throws, and returns the thrown values. */
  notify(event: A): ReadonlyArray<unknown> {
    const thrown: Array<unknown> = []
    for (const { listener } of [...this.entries ?? []]) {
      try {
        listener(event)
      } catch (error) {
        thrown.push(error)
      }
    }
    return thrown
  }

  get size(): number {
    return this.entries?.size ?? 0
  }
}
