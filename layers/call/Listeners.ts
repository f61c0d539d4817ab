/** Those who are called back when something happens. */

export class Listeners<A = void> {
  /** A server's session, one for each request, has nobody listen. */
  private entries: Set<{ readonly listener: (event: A) => void }> | undefined

  /** The returned function ends it. One function may listen twice. */
  subscribe(listener: (event: A) => void): () => void {
    const entries = this.entries ??= new Set()
    const entry = { listener }
    entries.add(entry)
    return () => void entries.delete(entry)
  }

  /** Calls everybody who listened when it began, and gives what some of them threw: that stops nobody else. */
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

  /** How many listen. */
  get size(): number {
    return this.entries?.size ?? 0
  }
}
