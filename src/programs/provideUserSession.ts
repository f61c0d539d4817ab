/** The user session that a back end's requests carry in addition to its key. */
import * as Layer from "effect/Layer"
import type { Project, Transport } from "../../layers/call/index.ts"
import {
  layerSession,
  layerSessionPolicy,
  type SessionPolicyChanges,
  tokenStoreOf,
  type TokenStoreOption
} from "../../layers/session/index.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** Options for the user of a back end's requests. */
export interface UserOptions {
  /**
   * The session that requests carry: an incoming request, tokens, or a `TokenStore` layer. The session's user is
   * `"me"`.
   *
   * @default no user, unless the context has a `Session`
   */
  readonly tokenStore?: TokenStoreOption | undefined
  /** Changes to the session policy, which determines when tokens are refreshed. */
  readonly sessionPolicy?: SessionPolicyChanges | undefined
}

/** Provides a layer with the current session policy, changed by these options. */
export const withSessionPolicy = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  changes: SessionPolicyChanges | undefined
): Layer.Layer<A, E | InvalidConfiguration, R> =>
  changes === undefined ? layer : Layer.provide(layer, layerSessionPolicy(changes))

/** Provides the access level with its own session, stored in the token store of the options. */
export const provideUserSession = <A>(
  level: Layer.Layer<A, InvalidConfiguration, Project | Transport>,
  { sessionPolicy, tokenStore }: UserOptions
): Layer.Layer<A, InvalidConfiguration, Project | Transport> =>
  tokenStore === undefined
    ? level
    : Layer.fresh(
      withSessionPolicy(level.pipe(Layer.provide(layerSession())), sessionPolicy).pipe(
        Layer.provide(tokenStoreOf(tokenStore))
      )
    )
