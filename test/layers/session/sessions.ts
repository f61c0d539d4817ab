/** Functions for tests of sessions on a simulated platform, with a fixed start time. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { make, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import { layer as layerSession, Session, type UsableTokens } from "../../../layers/session/Session.ts"
import { layerExplicit, layerMemory, type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { project } from "../../support/contract/project.ts"
import { type TokenPlatform, tokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { turns } from "../../support/suite/fibers.ts"

export type Store = TokenStore["Service"]

export type Service = Session["Service"]

/** Start time of the tests. */
export const today = 1_750_000_000_000

export const tenMinutes = 600_000

export const started = Effect.andThen(TestClock.setTime(today), tokenPlatform)

export const storeOf = (tokens: StoredTokens | null) =>
  Effect.map(
    Layer.build(tokens === null ? Layer.fresh(layerMemory()) : layerExplicit(tokens)),
    Context.get(TokenStore)
  )

/** Opens a session with a store in the current scope. */
export const open = (platform: TokenPlatform, store: Store) =>
  Layer.build(Layer.fresh(
    layerSession().pipe(
      Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)])
    )
  )).pipe(Effect.map(Context.get(Session)), Effect.tap(turns), Effect.orDie)

/** Signs in with a token of this remaining lifetime in milliseconds. */
export const signedIn = (remaining: number, claims?: object) =>
  Effect.gen(function*() {
    const platform = yield* started
    const tokens = platform.signIn(claims)
    const store = yield* storeOf(tokens)
    const session = yield* open(platform, store)
    yield* TestClock.setTime(today + tenMinutes - remaining)
    return { platform, session, store, tokens }
  })

/** Builds sessions with a single attempt per call and no diagnostics, so that failures are reported immediately. */
export const singleAttempt = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  self.pipe(
    Effect.provideService(RetryPolicy, make({ attempts: 1 })),
    Effect.provideService(Diagnostics, [])
  )

export const textOf = (tokens: Option.Option<UsableTokens>): string | undefined =>
  Option.isNone(tokens) ? undefined : Redacted.value(tokens.value.accessToken)

export const accessOf = (tokens: StoredTokens | null) =>
  tokens?.accessToken === undefined ? undefined : Redacted.value(tokens.accessToken)

export const reasonOf = <A>(self: Effect.Effect<A, CallError>): Effect.Effect<string, A> =>
  Effect.map(Effect.flip(self), ({ reason }) => reason._tag)

/** Records every state from now on. */
export const statesOf = (session: Service) => {
  const seen: Array<string> = []
  session.subscribe(() => seen.push(session.state()._tag))
  return seen
}

export const claimsIn = (session: Service) => {
  const state = session.state()
  return state._tag === "SignedOut" ? undefined : Option.getOrUndefined(state.claims)
}
