import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/** A length of time in milliseconds. Numbers as they are, for `Duration` takes `NaN` for zero; `NaN` for what is none. */
export const millisOf = (input: Duration.Input): number =>
  typeof input === "number"
    ? input
    : Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })
