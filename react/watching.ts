/** How devtools, once they are loaded, get to see what providers run. Production bundles hold none of it. */
import type * as Layer from "effect/Layer"

/** The same services, seen by somebody. */
export type Watch = <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R>

let watch: Watch = (layer) => layer

/** The services of a provider as the devtools want them, if there are any. */
export const watched: Watch = (layer) => watch(layer)

/** From now on the services of every provider are built as `by` has them. */
export const watchProviders = (by: Watch): void => {
  watch = by
}
