/** Lets the devtools observe the services of clients. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A function that adds observation to the services that an effect builds. */
export type WatchClient = <A, E>(
  build: Effect.Effect<Context.Context<A>, E, Scope.Scope>
) => Effect.Effect<Context.Context<A>, E, Scope.Scope>

let watch: WatchClient = (build) => build

/** Builds a client's services. If the devtools are loaded, they observe the services. */
export const watchedClient: WatchClient = (build) => Effect.suspend(() => watch(build))

/** Sets the function that observes the services of every client built from now on. */
export const watchClients = (by: WatchClient): void => {
  watch = by
}
