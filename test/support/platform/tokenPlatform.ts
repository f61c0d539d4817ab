/** A platform that has only sessions. It issues access tokens by its own clock. Tests can make it fail. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Transport, type WireRequest } from "../../../layers/call/Transport.ts"
import type { NewTokens } from "../../../layers/session/Session.ts"
import { accessToken } from "../contract/project.ts"
import { type Answer, json, knownError, plain } from "./scriptedTransport.ts"

export interface TokenPlatform {
  readonly layer: Layer.Layer<Transport>
  /** All requests. */
  readonly requests: ReadonlyArray<WireRequest>
  /** Number of refresh requests. */
  readonly refreshes: () => number
  /** Number of requests that were aborted before their response. */
  readonly aborted: () => number
  /** Starts a session. */
  readonly signIn: (claims?: object) => NewTokens
  /** Replaces the session's access token, as if another program had refreshed it. */
  readonly refresh: (session: { readonly refreshToken: Redacted.Redacted | undefined }) => NewTokens
  /** Upgrades the anonymous user of the session. */
  readonly upgrade: (session: NewTokens) => void
  readonly revoke: (session: NewTokens) => void
  /** Whether the platform currently accepts the access token. */
  readonly accepts: (token: Redacted.Redacted) => boolean
  /** Sets the response to refreshes. `undefined`: the platform issues new tokens. */
  readonly meet: (fault: Answer | undefined) => void
  /** Sets the response to other requests. @default 404 */
  readonly others: (answer: Answer) => void
  /**
   * Sets the delay between the issue of a token and the response to the refresh.
   * @default no delay
   */
  readonly takes: (millis: number) => void
  /** Sets the lifetime of access tokens. @default 10 minutes */
  readonly lifeMillis: (life: number) => void
  /** Sets additional claims of access tokens. They can replace `iat` and `exp`. */
  readonly claims: (extra: object) => void
}

/** Creates the platform. Its clock is the current one. Clients may have another clock. */
export const tokenPlatform: Effect.Effect<TokenPlatform> = Effect.gen(function*() {
  const clock = yield* Clock.Clock
  const requests: Array<WireRequest> = []
  const sessions = new Map<string, { readonly revoked: boolean; readonly claims: object }>()
  let refreshes = 0
  let aborted = 0
  let minted = 0
  let life = 600_000
  let extra: object = {}
  let fault: Answer | undefined
  let elsewhere: Answer = plain(404, "nothing here")
  let delay = 0

  const mint = (claims: object): string => {
    const iat = Math.floor(clock.currentTimeMillisUnsafe() / 1000)
    return accessToken({ iat, exp: iat + life / 1000, jti: ++minted, ...claims, ...extra })
  }

  const grant: Answer = (request) => {
    const refreshToken = new URLSearchParams(request.body).get("refresh_token") ?? ""
    const session = sessions.get(refreshToken)
    return session === undefined || session.revoked
      ? knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)(request)
      : json({ access_token: mint(session.claims), token_type: "Bearer", expires_in: 3599, scope: "legacy" })(request)
  }

  const send = (request: WireRequest) =>
    Effect.suspend(() => {
      requests.push(request)
      if (!request.url.endsWith("/auth/oauth/token")) return elsewhere(request)
      refreshes++
      if (fault !== undefined) return fault(request)
      return delay === 0 ? grant(request) : Effect.tap(grant(request), Effect.sleep(delay))
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => aborted++)))

  const opened = (refreshToken: string, claims: object): NewTokens => {
    sessions.set(refreshToken, { revoked: false, claims })
    return { accessToken: Redacted.make(mint(claims)), refreshToken: Redacted.make(refreshToken) }
  }

  return {
    layer: Layer.succeed(Transport, { send }),
    requests,
    refreshes: () => refreshes,
    aborted: () => aborted,
    signIn: (claims = {}) => opened(`session-${sessions.size + 1}`.padEnd(45, "x"), claims),
    refresh: ({ refreshToken }) => {
      const key = Redacted.value(refreshToken!)
      return opened(key, sessions.get(key)!.claims)
    },
    upgrade: ({ refreshToken }) => {
      const key = Redacted.value(refreshToken)
      sessions.set(key, { revoked: false, claims: { ...sessions.get(key)!.claims, role: "authenticated" } })
    },
    revoke: ({ refreshToken }) => {
      sessions.set(Redacted.value(refreshToken), { revoked: true, claims: {} })
    },
    accepts: (token) => {
      const { exp } = JSON.parse(atob(Redacted.value(token).split(".")[1]!)) as { readonly exp: number }
      return clock.currentTimeMillisUnsafe() < exp * 1000
    },
    meet: (next) => {
      fault = next
    },
    others: (next) => {
      elsewhere = next
    },
    takes: (millis) => {
      delay = millis
    },
    lifeMillis: (next) => {
      life = next
    },
    claims: (next) => {
      extra = next
    }
  }
})
