/** Whose session the requests of a back end carry besides its key. */
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

/** A user of a back end's requests. */
export interface UserOptions {
  /**
   * The session that requests carry, so that `"me"` is its user: that of a request, tokens, or a layer of a token store.
   *
   * @default no user, unless a `Session` is in reach
   */
  readonly tokenStore?: TokenStoreOption | undefined
  /** When its tokens are refreshed: what is to differ from the policy around. */
  readonly sessionPolicy?: SessionPolicyChanges | undefined
}

/** The layer with the session policy that differs from the one in force by these changes. */
export const withSessionPolicy = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  changes: SessionPolicyChanges | undefined
): Layer.Layer<A, E | InvalidConfiguration, R> =>
  changes === undefined ? layer : Layer.provide(layer, layerSessionPolicy(changes))

/** The access level with a session of its own, kept in the store that the options choose. */
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
