/** Lets the devtools observe the services of providers. Not part of production bundles. */
import type * as Layer from "effect/Layer"

/** A function that adds observation to a layer's services. */
export type Watch = <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R>

let watch: Watch = (layer) => layer

/** Returns the provider's layer. If the devtools are loaded, they observe the layer. */
export const watched: Watch = (layer) => watch(layer)

/** Sets the function that observes the services of every provider built from now on. */
export const watchProviders = (by: Watch): void => {
  watch = by
}
