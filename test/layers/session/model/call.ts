/** What a call does with a session, and the laws of what it gets, whatever else happens. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { UsableTokens } from "../../../../layers/session/Session.ts"
import { lifeByClock } from "./lifeByClock.ts"
import type { Network } from "./network.ts"
import type { Program } from "./program.ts"

/** A token with less life than this is refreshed before it is used. */
export const threshold = 20_000

/** A failure is given to whoever asks while the cool-down after it lasts, which a clock that is set back prolongs. */
export const failureLasts = 2 * 36_000

/** What the laws are about. */
export interface Surroundings {
  readonly network: Network
  readonly now: () => number
  /** Those who may be signed in, as far as the program can know. */
  readonly possible: (program: Program) => ReadonlySet<string | undefined>
  /** Whether the platform ended the session with this refresh token. */
  readonly isRevoked: (refreshToken: string) => boolean
  /** Whether the platform lets a request with this token through. */
  readonly accepts: (accessToken: Redacted.Redacted) => boolean
}

/** Takes the tokens, and others once more when the platform rejects these. */
export const call = (program: Program, around: Surroundings): Effect.Effect<void> =>
  Effect.gen(function*() {
    let before: string | undefined
    for (let attempt = 0; attempt < 2; attempt++) {
      const began = program.holds()
      const found = yield* Effect.result(program.session.tokens())
      if (found._tag === "Failure") return lawOfFailures(program, around, began, found.failure.reason._tag)
      lawOfTokens(program, around, found.success)
      if (Option.isNone(found.success)) return
      const { accessToken } = found.success.value
      assert.notStrictEqual(Redacted.value(accessToken), before, "a token came again that was rejected")
      before = Redacted.value(accessToken)
      if (around.accepts(accessToken)) return
      yield* program.session.rejected(accessToken)
    }
  })

/**
 * A call fails only by faults of the network, and while the pause after them lasts; or by the end of the session that it
 * began with, though another program may have brought another session in the same moment.
 */
const lawOfFailures = (
  program: Program,
  { isRevoked, network, now, possible }: Surroundings,
  began: string | undefined,
  fault: string
) => {
  if (fault === "RefreshTokenNotFoundOrExpired") {
    const isOver = possible(program).has(undefined) || (began !== undefined && isRevoked(began))
    assert.isTrue(isOver, "a session that is said to be over")
  } else {
    assert.isAtMost(now() - network.lastFaultAt(), failureLasts, fault)
  }
}

/** Tokens are those of who is signed in, or was until just now, and live for long enough; in an outage they live at all. */
const lawOfTokens = (
  program: Program,
  { network, now, possible }: Surroundings,
  tokens: Option.Option<UsableTokens>
) => {
  if (Option.isNone(tokens)) {
    assert.isTrue(possible(program).has(undefined), "nobody, where somebody is signed in")
    return
  }
  const { accessToken, refreshToken } = tokens.value
  const token = network.issued(Redacted.value(accessToken))!
  assert.strictEqual(Redacted.value(refreshToken!), token.refreshToken, "a mixed pair")
  assert.isTrue(possible(program).has(token.refreshToken), "tokens of somebody else")
  const [, most] = lifeByClock(token, program.realm, network.measuredSince(program.realm, token.at), now())
  assert.isAtLeast(most, now() - network.lastFaultAt() > failureLasts ? threshold : 0, "a token that is over")
}
