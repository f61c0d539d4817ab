/** Layers that only some programs need. */
import * as Layer from "effect/Layer"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** What a program may set. */
export type Setting = Layer.Layer<never, InvalidConfiguration> | undefined

/** The layer beside those settings that are given: one that is not is none to build, for each client of each request. */
export const withSettings = <A, E, R>(
  self: Layer.Layer<A, E, R>,
  ...settings: ReadonlyArray<Setting>
): Layer.Layer<A, E | InvalidConfiguration, R> =>
  settings.reduce<Layer.Layer<A, E | InvalidConfiguration, R>>(
    (all, setting) => setting === undefined ? all : Layer.merge(all, setting),
    self
  )
