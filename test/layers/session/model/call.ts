/** What a call does with a session, and the laws that its tokens and errors must satisfy. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { UsableTokens } from "../../../../layers/session/Session.ts"
import { lifeByClock } from "./lifeByClock.ts"
import type { Network } from "./network.ts"
import type { Program } from "./program.ts"

/** A token with a shorter remaining lifetime is refreshed before use. */
export const threshold = 20_000

/** Maximum time for which a failure is returned again: the cool-down, which a clock that is set back prolongs. */
export const failureLasts = 2 * 36_000

/** Environment of a call, which the laws refer to. */
export interface Surroundings {
  readonly network: Network
  readonly now: () => number
  /** Sessions that may be current, as far as the program can know. */
  readonly possible: (program: Program) => ReadonlySet<string | undefined>
  /** Whether the platform revoked the session with this refresh token. */
  readonly isRevoked: (refreshToken: string) => boolean
  /** Whether the platform accepts a request with this token. */
  readonly accepts: (accessToken: Redacted.Redacted) => boolean
}

/** Reads the tokens, and reads them once more if the platform rejects them. */
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
      assert.notStrictEqual(Redacted.value(accessToken), before, "a rejected token was returned again")
      before = Redacted.value(accessToken)
      if (around.accepts(accessToken)) return
      yield* program.session.rejected(accessToken)
    }
  })

/**
 * A call fails only because of network faults, while the cool-down after them lasts, or because its session ended.
 * Another
 * program may have brought another session at the same moment.
 */
const lawOfFailures = (
  program: Program,
  { isRevoked, network, now, possible }: Surroundings,
  began: string | undefined,
  fault: string
) => {
  if (fault === "RefreshTokenNotFoundOrExpired") {
    const hasEnded = possible(program).has(undefined) || (began !== undefined && isRevoked(began))
    assert.isTrue(hasEnded, "an end was reported for a session that hasn't ended")
  } else {
    assert.isAtMost(now() - network.lastFaultAt(), failureLasts, fault)
  }
}

/**
 * Tokens belong to the current session or one that was current since the last rest, and have enough lifetime left; in
 * an
 * outage they have at least not expired.
 */
const lawOfTokens = (
  program: Program,
  { network, now, possible }: Surroundings,
  tokens: Option.Option<UsableTokens>
) => {
  if (Option.isNone(tokens)) {
    assert.isTrue(possible(program).has(undefined), "no tokens for a signed-in user")
    return
  }
  const { accessToken, refreshToken } = tokens.value
  const token = network.issued(Redacted.value(accessToken))!
  assert.strictEqual(Redacted.value(refreshToken!), token.refreshToken, "tokens of two sessions")
  assert.isTrue(possible(program).has(token.refreshToken), "tokens of another user")
  const [, remaining] = lifeByClock(token, program.realm, network.measuredSince(program.realm, token.at), now())
  assert.isAtLeast(remaining, now() - network.lastFaultAt() > failureLasts ? threshold : 0, "an expired token")
}
