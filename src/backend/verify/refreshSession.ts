/** New access tokens for the sessions of requests: one refresh for all requests of a session. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { partitionOf, type Project, refreshes, type Transport } from "../../../layers/call/index.ts"
import { refreshGrant } from "../../../layers/session/index.ts"
import { CallError } from "../../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../../schemas/errors/session.ts"
import { type Now, Remembered, type VerifiedToken } from "../token/index.ts"
import { isRenewable, isRestricted, restrictedFor, type VerifyAccessToken } from "./accessTokens.ts"
import { acrossRequests } from "./acrossRequests.ts"
import { cacheMiss, type Credentials, maxCached, verifiedFor, type WithinBudget } from "./withinBudget.ts"

/** Time in milliseconds for which a rejected refresh token is cached. */
const refusedFor = 600_000

/** Dependencies of session refreshes. */
export interface Refreshing {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly scope: Scope.Scope
  readonly verify: VerifyAccessToken
  readonly withinBudget: WithinBudget
  readonly now: Now
  /** Tokens that expire in fewer milliseconds than this are refreshed. Set by the `SessionPolicy`. */
  readonly threshold: number
}

/** An access token with its contents. */
interface FreshToken {
  readonly accessToken: Redacted.Redacted
  readonly token: VerifiedToken
}

/** Refreshes a session on the platform. Returns `undefined` when the session has ended. */
const refreshOn = ({ project, scope, transport, verify, withinBudget }: Omit<Refreshing, "now" | "threshold">) => {
  const grant = {
    verified: refreshGrant(project, partitionOf(transport, refreshes), scope),
    unverified: refreshGrant(project, partitionOf(transport, { ...refreshes, unverified: true }), scope)
  }
  return ({ refreshToken, ...credentials }: Credentials & { readonly refreshToken: Redacted.Redacted }) =>
    withinBudget("session", credentials, grant[credentials.verified ? "verified" : "unverified"](refreshToken)).pipe(
      Effect.flatMap((accessToken) =>
        Effect.map(verify(accessToken), (token): FreshToken | undefined => ({ accessToken, token }))
      ),
      Effect.catch((error) =>
        reasonOf(error) instanceof RefreshTokenError ? Effect.succeed(undefined) : Effect.fail(error)
      )
    )
}

/**
 * Refreshes sessions. All requests of a session share the result until the new token is about to expire; `undefined`
 * when the session has ended. `key` is the digest of the refresh token. `voucher` is the session id in a validly signed
 * access token that was sent with the refresh token.
 */
export const makeRefreshSession = (refreshing: Refreshing) => {
  const { now, scope, threshold, verify } = refreshing
  const refresh = refreshOn(refreshing)
  const refreshed = new Remembered<Redacted.Redacted>(maxCached, now)
  const refused = new Remembered<true>(maxCached, now)
  const verifiedSessions = new Remembered<true>(maxCached, now)
  /**
   * Refresh token by session id. A client that sends a validly signed access token proves the session id. Only the
   * first refresh token sent with that id counts as verified; otherwise one access token could verify any number of
   * refresh tokens.
   */
  const vouched = new Remembered<string>(maxCached, now)

  const vouches = (session: string, key: string): boolean => {
    const before = vouched.get(session)
    if (before === undefined) vouched.set(session, key, now() + verifiedFor)
    return before === undefined || before === key
  }

  /**
   * Returns the token of an earlier refresh if it is still valid. It can become invalid, because the platform rotates
   * its keys.
   */
  const remembered = (key: string) =>
    Effect.gen(function*() {
      for (let known = refreshed.get(key); known !== undefined; known = refreshed.get(key)) {
        const result = yield* Effect.result(verify(known))
        if (result._tag === "Success") return { accessToken: known, token: result.success }
        if (!isRenewable(result.failure) && !isRestricted(result.failure)) return yield* Effect.fail(result.failure)
        refreshed.forget(key, known)
      }
      return undefined
    })

  const freshToken = acrossRequests(
    scope,
    (key, credentials: Credentials & { readonly refreshToken: Redacted.Redacted }) =>
      Effect.map(refresh(credentials), (fresh) => {
        if (fresh === undefined) refused.set(key, true, now() + refusedFor)
        else {
          const ends = fresh.token.expiresAt.getTime() - threshold
          refreshed.set(
            key,
            fresh.accessToken,
            isOfRestricted(fresh.token) ? Math.min(ends, now() + restrictedFor) : ends
          )
          verifiedSessions.set(key, true, now() + verifiedFor)
        }
        return fresh
      })
  )

  return (
    key: string,
    { address, refreshToken, voucher }: {
      readonly refreshToken: Redacted.Redacted
      readonly voucher: string | undefined
      readonly address: string | undefined
    }
  ) =>
    Effect.gen(function*() {
      const known = refused.get(key) === true ? undefined : yield* remembered(key)
      const verified = verifiedSessions.get(key) === true || (voucher !== undefined && vouches(voucher, key))
      return known !== undefined || refused.get(key) === true
        ? known
        : yield* cacheMiss(freshToken(key, { refreshToken, verified, address }))
    })
}

/**
 * Whether a refresh may lift the token's restriction. An anonymous user stays restricted until sign-up, which starts or
 * refreshes a session.
 */
const isOfRestricted = ({ user }: VerifiedToken): boolean => user.isRestricted && !user.isAnonymous

const reasonOf = (error: unknown): unknown => error instanceof CallError ? error.reason : error
