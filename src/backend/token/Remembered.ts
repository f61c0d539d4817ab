/** A bounded cache with expiring entries. When it is full, a new entry replaces the oldest. */
import type { Now } from "./clock.ts"

interface Entry<A> {
  readonly value: A
  readonly until: number
}

/** A cache keyed by digests. */
export class Remembered<A> {
  readonly #entries = new Map<string, Entry<A>>()
  readonly #maxSize: number
  readonly #now: Now

  constructor(maxSize: number, now: Now) {
    this.#maxSize = maxSize
    this.#now = now
  }

  get(key: string): A | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.until > this.#now()) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /** Stores a value until a time, in milliseconds since the epoch. */
  set(key: string, value: A, until: number): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#maxSize) this.#entries.delete(this.#entries.keys().next().value!)
    this.#entries.set(key, { value, until })
  }

  /** Removes an entry, unless its value has changed. */
  forget(key: string, value: A): void {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
