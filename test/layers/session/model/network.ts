/**
 * The way from each realm to the platform, with faults; and what is known of each access token: whose it is, how long it
 * lives, and what the clock that measured it was off by.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { Transport } from "../../../../layers/call/Transport.ts"
import type { NewTokens } from "../../../../layers/session/Session.ts"
import { lost } from "../../../support/scriptedTransport.ts"
import type { TokenPlatform } from "../../../support/tokenPlatform.ts"
import type { Realm } from "./realm.ts"
import type { VirtualTime } from "./virtualTime.ts"

/** What requests meet: no platform, one that is slow, or a connection that breaks once the platform has done its work. */
export type Weather = "fine" | "away" | "loses answers" | { readonly slow: number }

/** The least and the most milliseconds that a clock was ahead while a token came. */
export type Measured = readonly [least: number, most: number]

interface Measure {
  readonly at: number
  readonly between: Measured
}

/** An access token. */
export interface Issued {
  readonly refreshToken: string
  readonly at: number
  readonly expiresAt: number
  /** How long its answer took. */
  readonly latency: number
  readonly measured: Measured
}

/** A refresh that was sent and has no answer yet. */
export interface UnderWay {
  readonly realm: Realm
  readonly refreshToken: string
  readonly at: number
  /** The attempt before this one brought nothing, just now. */
  readonly isRetry: boolean
}

/** What comes of refreshes, as a test follows it. */
export interface RefreshEvents {
  readonly sent: (refresh: UnderWay) => void
  /** The realm was told that the platform does not know the refresh token. */
  readonly refused: (refreshToken: string) => void
}

export interface Network {
  readonly transportOf: (realm: Realm) => Transport["Service"]
  readonly weather: (next: Weather) => void
  readonly underWay: () => ReadonlyArray<UnderWay>
  /** When the last request ended without an answer. */
  readonly lastFaultAt: () => number
  /** The same, or when the last answer came that took its time. */
  readonly lastTroubleAt: () => number
  readonly issued: (accessToken: string) => Issued | undefined
  /** What a realm has known of its clock by itself since then: a session goes by what was known when it was taken up. */
  readonly measuredSince: (realm: Realm, time: number) => Measured
  /** A sign-in, as the realm asks for it. */
  readonly signIn: (realm: Realm, claims: object) => NewTokens
}

/** An attempt that follows another one comes after a wait of 0.5 to 1.5 s; any other refresh after a cool-down of 4 s. */
const longestRetryWait = 1500

/** A clock is taken for a right one until it is measured. */
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
  let weather: Weather = "fine"
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
            const answer = weather === "away" ? lost(request) : send(request)
            const slow = typeof weather === "object" ? weather.slow : 0
            const wait = slow > 0 ? time.sleep(slow) : Effect.void
            if (slow > 0) lastSlowAt = at + slow
            const travelled = weather === "loses answers"
              ? Effect.andThen(answer, lost(request))
              : Effect.tap(answer, wait)
            return Effect.onExit(realm.arriving(travelled), (exit) =>
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
    weather: (next) => {
      weather = next
    },
    underWay: () => [...underWay],
    lastFaultAt: () => lastFaultAt,
    lastTroubleAt: () => Math.max(lastFaultAt, lastSlowAt),
    issued: (accessToken) => tokens.get(accessToken),
    measuredSince: (realm, since) => {
      const all = measuresOf(realm)
      const known = all.filter((_, index) => (all[index + 1]?.at ?? Infinity) >= since).map(({ between }) => between)
      return [Math.min(...known.map(([least]) => least)), Math.max(...known.map(([, most]) => most))]
    },
    signIn: (realm, claims) => {
      const signedIn = platform.signIn(claims)
      received(realm, Redacted.value(signedIn.accessToken), Redacted.value(signedIn.refreshToken), time.now())
      return signedIn
    }
  }
}

const expiryOf = (accessToken: string): number => JSON.parse(atob(accessToken.split(".")[1]!)).exp * 1000
