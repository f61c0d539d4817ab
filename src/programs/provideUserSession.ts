/** Whose session the requests of a back end carry besides its key. */
import * as Layer from "effect/Layer"
import type { Project, Transport } from "../../layers/call/index.ts"
import {
  layerSessionPolicy,
  Session,
  type SessionPolicyChanges,
  type TokenStore,
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

/** The usual session, with what is to differ from the policy around. */
export const sessionBy = (
  changes: SessionPolicyChanges | undefined
): Layer.Layer<Session, InvalidConfiguration, Project | Transport | TokenStore> =>
  changes === undefined ? Session.layer : Layer.provide(Session.layer, layerSessionPolicy(changes))

/** The level with the session of the store in reach. Each has one of its own. */
export const provideUserSession = <A>(
  level: Layer.Layer<A, InvalidConfiguration, Project | Transport>,
  { sessionPolicy, tokenStore }: UserOptions
): Layer.Layer<A, InvalidConfiguration, Project | Transport> =>
  tokenStore === undefined
    ? level
    : Layer.fresh(level.pipe(
      Layer.provide(sessionBy(sessionPolicy)),
      Layer.provide(tokenStoreOf(tokenStore))
    ))
