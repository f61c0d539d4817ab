/**
 * The network between each realm and the platform, with faults. Records for each access token its session, its expiry
 * and the skew of the clock that measured it.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { Transport } from "../../../../layers/call/Transport.ts"
import type { NewTokens } from "../../../../layers/session/Session.ts"
import type { Realm } from "../../../../src/testing/simulate/realm.ts"
import type { VirtualTime } from "../../../../src/testing/simulate/virtualTime.ts"
import { lost } from "../../../support/platform/scriptedTransport.ts"
import type { TokenPlatform } from "../../../support/platform/tokenPlatform.ts"

/**
 * Condition of the network: the platform is unreachable or slow, or the connection breaks after the platform has
 * responded.
 */
export type Condition = "reachable" | "unreachable" | "loses responses" | { readonly slow: number }

/** Minimum and maximum clock skew, in milliseconds, while a token was in transit. */
export type Measured = readonly [minimum: number, maximum: number]

interface Measure {
  readonly at: number
  readonly between: Measured
}

/** Record of an issued access token. */
export interface Issued {
  readonly refreshToken: string
  readonly at: number
  readonly expiresAt: number
  /** Time that the response took, in milliseconds. */
  readonly latency: number
  readonly measured: Measured
}

/** A refresh that was sent and has no response yet. */
export interface UnderWay {
  readonly realm: Realm
  readonly refreshToken: string
  readonly at: number
  /** Whether the previous attempt has just failed. */
  readonly isRetry: boolean
}

/** Events of refreshes that a test observes. */
export interface RefreshEvents {
  readonly sent: (refresh: UnderWay) => void
  /** The platform has responded that the refresh token of the realm is unknown. */
  readonly refused: (refreshToken: string) => void
}

export interface Network {
  readonly transportOf: (realm: Realm) => Transport["Service"]
  readonly condition: (next: Condition) => void
  readonly underWay: () => ReadonlyArray<UnderWay>
  /** Time at which the last request ended without a response. */
  readonly lastFaultAt: () => number
  /** Time of the last fault or the last slow response. */
  readonly lastTroubleAt: () => number
  readonly issued: (accessToken: string) => Issued | undefined
  /**
   * Skews that the realm itself has measured since the given time. A session uses the skew that was known when the
   * session was adopted.
   */
  readonly measuredSince: (realm: Realm, time: number) => Measured
  /** Signs in on behalf of the realm. */
  readonly signIn: (realm: Realm, claims: object) => NewTokens
}

/**
 * Maximum wait in milliseconds before a retry, which follows after 0.5 to 1.5 s. Any other refresh follows after a
 * cool-down of at least 4 s.
 */
const longestRetryWait = 1500

/** A clock is assumed to be correct until it is measured. */
const unmeasured: Measure = { at: -Infinity, between: [0, 0] }

export const networkOf = (
  time: VirtualTime,
  platform: TokenPlatform,
  send: Transport["Service"]["send"],
  events: RefreshEvents
): Network => {
  const underWay = new Set<UnderWay>()
  const tokens = new Map<string, Issued>()
  const measured = new Map<Realm, ReadonlyArray<Measure>>()
  const failed = new Map<string, number>()
  const names = new Map<Realm, number>()
  let condition: Condition = "reachable"
  let lastFaultAt = -Infinity
  let lastSlowAt = -Infinity

  const measuresOf = (realm: Realm) => measured.get(realm) ?? [unmeasured]

  const received = (realm: Realm, accessToken: string, refreshToken: string, at: number) => {
    const between = realm.offsetsSince(at)
    measured.set(realm, [...measuresOf(realm), { at: time.now(), between }])
    tokens.set(accessToken, {
      refreshToken,
      at,
      expiresAt: expiryOf(accessToken),
      latency: time.now() - at,
      measured: between
    })
  }

  return {
    transportOf: (realm) => {
      names.set(realm, names.size)
      return {
        send: (request) =>
          Effect.suspend(() => {
            const refreshToken = new URLSearchParams(request.body).get("refresh_token") ?? ""
            const at = time.now()
            const flight = `${names.get(realm)} ${refreshToken}`
            const failedAt = failed.get(flight)
            const isRetry = failedAt !== undefined && at - Math.max(failedAt, realm.awakeSince()) <= longestRetryWait
            const refresh = { realm, refreshToken, at, isRetry }
            events.sent(refresh)
            underWay.add(refresh)
            const response = condition === "unreachable" ? lost(request) : send(request)
            const slow = typeof condition === "object" ? condition.slow : 0
            const wait = slow > 0 ? time.sleep(slow) : Effect.void
            if (slow > 0) lastSlowAt = at + slow
            const delivered = condition === "loses responses"
              ? Effect.andThen(response, lost(request))
              : Effect.tap(response, wait)
            return Effect.onExit(realm.arriving(delivered), (exit) =>
              Effect.sync(() => {
                underWay.delete(refresh)
                if (Exit.isSuccess(exit)) {
                  const { access_token: accessToken } = JSON.parse(new TextDecoder().decode(exit.value.body))
                  if (accessToken === undefined) events.refused(refreshToken)
                  else received(realm, accessToken, refreshToken, at)
                } else {
                  failed.set(flight, lastFaultAt = time.now())
                }
              }))
          })
      }
    },
    condition: (next) => {
      condition = next
    },
    underWay: () => [...underWay],
    lastFaultAt: () => lastFaultAt,
    lastTroubleAt: () => Math.max(lastFaultAt, lastSlowAt),
    issued: (accessToken) => tokens.get(accessToken),
    measuredSince: (realm, since) => {
      const all = measuresOf(realm)
      const known = all.filter((_, index) => (all[index + 1]?.at ?? Infinity) >= since).map(({ between }) => between)
      return [Math.min(...known.map(([minimum]) => minimum)), Math.max(...known.map(([, maximum]) => maximum))]
    },
    signIn: (realm, claims) => {
      const signedIn = platform.signIn(claims)
      received(realm, Redacted.value(signedIn.accessToken), Redacted.value(signedIn.refreshToken), time.now())
      return signedIn
    }
  }
}

const expiryOf = (accessToken: string): number => JSON.parse(atob(accessToken.split(".")[1]!)).exp * 1000
