/** Periods between two points in time, in milliseconds since the epoch. */
export interface Periods {
  readonly add: (from: number, to: number) => void
  /** Whether a period overlaps the given one. */
  readonly overlap: (from: number, to: number) => boolean
  /** Total duration of the periods within the given one. The periods don't overlap each other. */
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

/** Minimum pause of a process that counts as a stall. */
const leastStall = 600

/** Checks every 100 ms whether the process is running, and reports each stall. */
export const watchStalls = (stalled: (from: number, to: number) => void, looked: (at: number) => void = () => {}) => {
  let last = Date.now()
  return setInterval(() => {
    const now = Date.now()
    if (now - last > leastStall) stalled(last, now)
    last = now
    looked(now)
  }, 100)
}
