/** What makes the calls of each level, as callers who write promises need it. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { accessOf, type Caller } from "../../schemas/access.ts"
import { invalidInput } from "../errors/index.ts"
import { wrapSecrets } from "./bareSecrets.ts"

/** Whether the program around has asked the platform for anything yet. */
export const Asked = Context.Reference<{ yet: boolean }>("latchkey/promise/Asked", {
  defaultValue: () => ({ yet: false })
})

/** The same services, whose calls take bare secrets, from flows too: those hand on what they were given. */
export const takingBareSecrets = <R>(services: Context.Context<R>): Context.Context<R> =>
  levels.reduce(wrapping<R>, services)

/** Their types differ so that the compiler tells them apart; each has a caller. */
const levels = Object.values(accessOf) as unknown as ReadonlyArray<Context.Key<never, Caller>>

const wrapping = <R>(services: Context.Context<R>, level: Context.Key<never, Caller>): Context.Context<R> => {
  const caller = Context.getOrUndefined(services, level)
  return caller === undefined ? services : Context.add(services, level, {
    call: (spec, input: unknown) => {
      if (typeof input !== "object" || input === null) {
        return Effect.fail(invalidInput(spec.name, "", "Expected an object"))
      }
      const wrapped = wrapSecrets(spec, input)
      return Effect.flatMap(Asked, (asked) => {
        asked.yet = true
        return caller.call(spec, wrapped)
      })
    }
  })
}
