/** A clock that goes as fast as another, ahead of it or behind. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"

/** The platform's time. */
export interface MovableClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds by which it is ahead. */
  offset: number
  readonly advance: (duration: Duration.Input) => void
  readonly moveTo: (time: Date) => void
}

/** A clock that shows the same time as the one it goes by, until it is moved. */
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
