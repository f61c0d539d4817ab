/** Optional layers of a program. */
import * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** An optional layer. */
export type Setting = Layer.Layer<never, InvalidConfiguration> | undefined

/**
 * Adds the settings that are defined. Undefined ones are left out, so that the clients of each request don't build
 * empty layers.
 */
export const withSettings = <A, E, R>(
  self: Layer.Layer<A, E, R>,
  ...settings: ReadonlyArray<Setting>
): Layer.Layer<A, E | InvalidConfiguration, R> =>
  settings.reduce<Layer.Layer<A, E | InvalidConfiguration, R>>(
    (all, setting) => setting === undefined ? all : Layer.merge(all, setting),
    self
  )
