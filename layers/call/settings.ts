/**
 * Settings that programs can override: Effect references with keys that begin with `latchkey/setting/`. Provide a setting
 * to a client layer (`Layer.provide`), merge it with the client layer (`Layer.merge`), or provide it to a program or call
 * (`Effect.provide`). The nearest setting wins: the calling fiber's setting takes precedence over the client's.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { isCarried } from "./carriedClock.ts"

const prefix = "latchkey/setting/"

/**
 * The settings in the current context, without defaults. A layer uses these settings for its calls, and adds them to
 * the services that it provides, so that the program has the same settings.
 */
export const providedSettings: Effect.Effect<Context.Context<never>> = Effect.contextWith((
  here: Context.Context<never>
) => Effect.succeed(settingsIn(here)))

/** The settings in a context, without defaults. The clock of an emulator's project is one of them. */
export const settingsIn = (context: Context.Context<never>): Context.Context<never> => {
  const settings = [...context.mapUnsafe].filter(([key, value]) =>
    key.startsWith(prefix) || (key === Clock.Clock.key && isCarried(value))
  )
  return settings.length === 0 ? Context.empty() : Context.makeUnsafe(new Map(settings))
}

/** Returns the context without its settings. */
export const withoutSettings = <R>(context: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe(new Map([...context.mapUnsafe].filter(([key]) => !key.startsWith(prefix))))

/** Returns the value of a setting for the calling fiber, or `built` if none was provided to it. */
export const settingOr = <A>(reference: Context.Reference<A>, built: A): Effect.Effect<A> =>
  Effect.contextWith((here: Context.Context<never>) => Effect.succeed(Context.getOrUndefined(here, reference) ?? built))

/** Creates an effect from the calling fiber's current time in milliseconds, in fewer steps than `Effect.flatMap`. */
export const withNow = <A, E, R>(effect: (now: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Clock.clockWith((clock) => effect(clock.currentTimeMillisUnsafe()))
