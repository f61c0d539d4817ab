/**
 * Records whether a program has called the platform: a `TypeError` before its first call is caused by its arguments.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { accessOf, type Caller } from "../../schemas/access.ts"
import { ClientDisposed } from "./ClientDisposed.ts"

/** Whether the running program has called the platform. */
export const PlatformCalls = Context.Reference<{ yet: boolean }>("latchkey/promise/Asked", {
  defaultValue: () => ({ yet: false })
})

/**
 * Returns the services with callers that record each call in {@link PlatformCalls}, and that fail with `ClientDisposed`
 * once `isDisposed` returns `true`, because a React provider may still have the services.
 */
export const recordingCalls = <R>(services: Context.Context<R>, isDisposed: () => boolean): Context.Context<R> =>
  levels.reduce((all, level) => recording(all, level, isDisposed), services)

/** Service keys of the levels. Their types differ only so that the compiler distinguishes them; all are callers. */
const levels = Object.values(accessOf) as unknown as ReadonlyArray<Context.Key<never, Caller>>

const recording = <R>(
  services: Context.Context<R>,
  level: Context.Key<never, Caller>,
  isDisposed: () => boolean
): Context.Context<R> => {
  const caller = Context.getOrUndefined(services, level)
  return caller === undefined ? services : Context.add(services, level, {
    call: (spec, input) =>
      Effect.withFiber((fiber) => {
        fiber.getRef(PlatformCalls).yet = true
        return isDisposed() ? Effect.fail(new ClientDisposed()) : caller.call(spec, input)
      })
  })
}
