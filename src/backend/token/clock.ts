/** Returns milliseconds since the epoch. */
export type Now = () => number

/** The machine's own clock. Effect's `Clock` would load Effect's runtime; Effect programs pass their own clock. */
// oxlint-disable-next-line latchkey/no-ambient-time
export const machineClock: Now = () => Date.now()
