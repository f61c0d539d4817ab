/** Times between two moments, in milliseconds since the epoch. */
export interface Periods {
  readonly add: (from: number, to: number) => void
  /** Whether one of them has a moment between these two. */
  readonly overlap: (from: number, to: number) => boolean
  /** How much of the time between these two they take. They do not overlap each other. */
  readonly within: (from: number, to: number) => number
  readonly count: () => number
}

export const makePeriods = (): Periods => {
  const all: Array<{ readonly from: number; readonly to: number }> = []
  return {
    add: (from, to) => void all.push({ from, to }),
    overlap: (from, to) => all.some((each) => each.from <= to && each.to >= from),
    within: (from, to) =>
      all.reduce((sum, each) => sum + Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)), 0),
    count: () => all.length
  }
}

/** A process that could not look for longer was stopped, or starved. */
const leastStall = 600

/** Looks every 100 ms, and tells of each time in which it could not. */
export const watchStalls = (stalled: (from: number, to: number) => void, looked: (at: number) => void = () => {}) => {
  let last = Date.now()
  return setInterval(() => {
    const now = Date.now()
    if (now - last > leastStall) stalled(last, now)
    last = now
    looked(now)
  }, 100)
}
