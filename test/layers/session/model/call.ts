/** What a call does with a session, and the laws about its tokens and errors. */
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

/** Maximum time for which the same failure is returned again: the cool-down. It is longer if a clock is set back. */
export const failureLasts = 2 * 36_000

/** State of a call that the laws refer to. */
export interface Surroundings {
  readonly network: Network
  readonly now: () => number
  /** Sessions that may be current, according to the information that the program has. */
  readonly possible: (program: Program) => ReadonlySet<string | undefined>
  /** Whether the platform revoked the session with this refresh token. */
  readonly isRevoked: (refreshToken: string) => boolean
  /** Whether the platform accepts a request with this token. */
  readonly accepts: (accessToken: Redacted.Redacted) => boolean
}

/** Reads the tokens. If the platform rejects them, reads them once more. */
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
 * A call fails only because of a network fault, during the cool-down after such a fault, or because its session ended.
 * At the same moment, another program may have started another session.
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
 * A call's tokens belong to the current session, or to a session that was current since all tabs were last at rest. The
 * tokens have enough lifetime left. During an outage, it is enough that they haven't expired.
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
