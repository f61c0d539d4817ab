/** Milliseconds since the epoch. */
export type Now = () => number

/** The machine's own clock. Effect's `Clock` would bring its runtime along; programs of Effect hand theirs in. */
// oxlint-disable-next-line latchkey/no-ambient-time
export const machineClock: Now = () => Date.now()
