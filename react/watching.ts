/** Hook for the devtools to observe the services of providers. Not part of production bundles. */
import type * as Layer from "effect/Layer"

/** Adds observation to a layer's services. */
export type Watch = <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R>

let watch: Watch = (layer) => layer

/** Returns the provider's layer, observed by the devtools if they are loaded. */
export const watched: Watch = (layer) => watch(layer)

/** Sets how the services of every provider built from now on are observed. */
export const watchProviders = (by: Watch): void => {
  watch = by
}
