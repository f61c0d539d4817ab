/**
 * Checks that every refresh has a reason. A refresh is due if the session's newest token has less than 20 s left. An
 * earlier refresh is accepted if the process with the newest token was killed, if a process was suspended, or once per
 * process during an outage of the store. If a refresh failed because of a fault, it returned no token, so the next
 * refresh is due.
 */
import type { Periods } from "./periods.ts"
import type { SeenRefresh } from "./platform.ts"
import type { Server } from "./servers.ts"

/** Remaining lifetime in milliseconds below which a token is refreshed: the threshold of `SessionPolicy`. */
export const thresholdMillis = 20_000

/** Duration after which a suspended process loses its lease, so that it may refresh again. */
const leaseMillis = 3000

/** Number of refreshes by their reason. */
export interface Account {
  due: number
  /** Due refreshes that failed because of a fault of the platform. */
  faults: number
  crashes: number
  stalls: number
  outages: number
  unaccounted: number
}

interface Circumstances {
  readonly servers: ReadonlyMap<string, Server>
  readonly away: Periods
}

export const accountOf = (
  refreshes: ReadonlyArray<SeenRefresh>,
  circumstances: Circumstances,
  report: (early: SeenRefresh, newest: SeenRefresh) => void = () => {}
): Account => {
  const account: Account = { due: 0, faults: 0, crashes: 0, stalls: 0, outages: 0, unaccounted: 0 }
  const ofSession = new Map<string, Array<SeenRefresh>>()
  for (const refresh of refreshes) {
    const before = ofSession.get(refresh.session) ?? []
    ofSession.set(refresh.session, [...before, refresh])
    const newest = before.findLast((each) => makesEarly(each, refresh))
    const reason = newest === undefined ? undefined : reasonFor(refresh, newest, circumstances)
    account[reason ?? (refresh.met === undefined || refresh.met === "slow" ? "due" : "faults")]++
    if (reason === "unaccounted") report(refresh, newest!)
  }
  return account
}

/**
 * Whether the refresh starts while an earlier refresh is running, or while the token of the earlier refresh is still
 * fresh.
 */
const makesEarly = (before: SeenRefresh, refresh: SeenRefresh): boolean =>
  refresh.at < before.answeredAt || (before.expiresAt ?? 0) - thresholdMillis > refresh.at

const reasonFor = (refresh: SeenRefresh, newest: SeenRefresh, { away, servers }: Circumstances) => {
  const by = servers.get(refresh.server)!
  const before = servers.get(newest.server)!
  if (before.killedAt !== undefined && before.killedAt <= refresh.at) return "crashes"
  const from = newest.at - leaseMillis
  if (by.stalls.overlap(from, refresh.at) || before.stalls.overlap(from, refresh.at)) return "stalls"
  const wasAway = [away, by.missed, before.missed].some((periods) => periods.overlap(from, refresh.at))
  return by !== before && wasAway ? "outages" : "unaccounted"
}
