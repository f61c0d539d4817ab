/** Clock with an adjustable offset to another clock. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"

/** Clock of an emulator. */
export interface MovableClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Offset in milliseconds. */
  offset: number
  readonly advance: (duration: Duration.Input) => void
  readonly moveTo: (time: Date) => void
}

/** Builds a clock that follows another one. The offset is zero until the clock is moved. */
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
