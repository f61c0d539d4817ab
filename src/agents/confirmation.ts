/** The person's side: inspect an agent, approve or deny it. docs/protocol.md §28. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { bindToUser } from "../../layers/access/index.ts"
import { dateOf } from "../../layers/call/index.ts"
import { Session } from "../../layers/session/index.ts"
import * as Agents from "../../schemas/endpoints/agents.ts"
import { UserAuthenticationRequired } from "../../schemas/errors/users.ts"
import type { SecretInput } from "../../schemas/secrets.ts"
import { supported } from "./supported.ts"

/**
 * An agent's code: the `code` parameter of the agent's address, or the code that the person typed. Case, dashes and
 * spaces don't matter.
 */
export interface AgentCode {
  readonly code: SecretInput
}

/** An agent that waits for the person's decision. All fields are the agent's own claims, unverified. */
export interface WaitingAgent {
  readonly name: string
  readonly description: string | null
  readonly url: string | null
  /** The person for whom the agent claims to work. */
  readonly userHint: string | null
  /** Expiry of the code, converted from the platform's clock to this machine's clock. */
  readonly expiresAt: Date
}

/**
 * Returns the agent's claims about itself, for the signed-in person to decide. Show them with the code, so that the
 * person can compare it with the code that the agent shows.
 *
 * Fails with `UserAuthenticationRequired` if no user or an anonymous user is signed in, with `RestrictedUserNotAllowed`
 * if the user is restricted, and with `AgentAuthInvalidClaimCode` if the code is unknown, used or expired. Fails with
 * `AgentsNotSupported` on platforms without agents.
 */
export const inspect = Effect.fn("agents.inspect")(function*({ code }: AgentCode) {
  yield* personSignedIn
  const startedAt = yield* Clock.currentTimeMillis
  const found = yield* supported(Agents.inspect({ claimCode: code }))
  const lifetime = found.expiresAt.getTime() - (dateOf(found) ?? startedAt)
  const { agent: { description, name, url }, userHint } = found
  const waiting: WaitingAgent = { name, description, url, userHint, expiresAt: new Date(startedAt + lifetime) }
  return waiting
}, bindToUser)

/**
 * Approves an agent, which gets a 90-day session with all rights of the signed-in person. The person can end it in the
 * list of sessions. Works once. Fails like `inspect`.
 */
export const approve = Effect.fn("agents.approve")(function*({ code }: AgentCode) {
  yield* personSignedIn
  yield* supported(Agents.approve({ claimCode: code }))
}, bindToUser)

/** Denies an agent, which then stops polling. Works once. Fails like `inspect`. */
export const deny = Effect.fn("agents.deny")(function*({ code }: AgentCode) {
  yield* personSignedIn
  yield* supported(Agents.deny({ claimCode: code }))
}, bindToUser)

/** Fails before any request if no user with an account is signed in. */
const personSignedIn = Effect.gen(function*() {
  const session = yield* Session
  const tokens = yield* session.tokens().pipe(
    Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeedNone)
  )
  const state = session.state()
  const isAnonymous = state._tag !== "SignedOut" && Option.exists(state.claims, (claims) => claims.isAnonymous)
  if (Option.isNone(tokens) || isAnonymous) return yield* new UserAuthenticationRequired()
})
