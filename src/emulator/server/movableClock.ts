/** A clock with an offset to another clock. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"

/** The platform's time. */
export interface MovableClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Offset in milliseconds. */
  offset: number
  readonly advance: (duration: Duration.Input) => void
  readonly moveTo: (time: Date) => void
}

/** Builds a clock that follows another, without an offset until it is moved. */
export const movableClock = (clock: Clock.Clock): MovableClock => {
  const movable: MovableClock = {
    offset: 0,
    now: () => clock.currentTimeMillisUnsafe() + movable.offset,
    advance: (duration) => {
      movable.offset += Duration.toMillis(duration)
    },
    moveTo: (time) => {
      movable.offset = time.getTime() - clock.currentTimeMillisUnsafe()
    }
  }
  return movable
}
