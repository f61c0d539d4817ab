/** Faults as values: answers that stand in for the platform's own, and connections that get lost. */

/** What a fault may look at. Nothing secret. */
export interface FaultRequest {
  readonly method: string
  readonly path: string
  /** The endpoint's name, for a request that has one. */
  readonly endpoint: string | undefined
  /** The level the request claims. */
  readonly level: string | undefined
}

/** What goes wrong, and for whom. */
export interface Fault {
  /** @default every request */
  readonly match?: (request: FaultRequest) => boolean
  /** How often, before the fault is over. @default until it is removed */
  readonly times?: number
  /**
   * - a function: its answer is given, and the platform does not hear of the request;
   * - `drop`: the connection is lost before the platform hears of the request;
   * - `dropAfter`: the connection is lost after the platform did what was asked.
   */
  readonly respond: ((request: FaultRequest) => Response) | "drop" | "dropAfter"
}

/** The faults in force. */
export interface Faults {
  /** Adds a fault. Of several that match, the one added first comes first. The returned function removes it. */
  readonly add: (fault: Fault) => () => void
  /** Removes all. */
  readonly clear: () => void
}

/** A plan, and how to take the next fault for a request out of it. */
export interface FaultPlan extends Faults {
  readonly next: (request: () => FaultRequest) => Fault["respond"] | undefined
}

/** No faults yet. */
export const plan = (): FaultPlan => {
  let entries: Array<{ readonly fault: Fault; left: number }> = []
  return {
    add: (fault) => {
      const entry = { fault, left: fault.times ?? Infinity }
      entries.push(entry)
      return () => {
        entries = entries.filter((other) => other !== entry)
      }
    },
    clear: () => {
      entries = []
    },
    next: (describe) => {
      if (entries.length === 0) return undefined
      const request = describe()
      const entry = entries.find(({ fault }) => fault.match?.(request) ?? true)
      if (entry === undefined) return undefined
      entry.left--
      if (entry.left <= 0) entries = entries.filter((other) => other !== entry)
      return entry.fault.respond
    }
  }
}
