/**
 * The account of all refreshes. One is due when the session's newest token has less than 20 s left. One that comes before
 * needs a reason: the process that got the newest token was killed, a process did not run for a moment, or the store was
 * away, and then no process refreshes twice. What met a fault of the platform brought no token, so the next one is due.
 */
import type { Periods } from "./periods.ts"
import type { SeenRefresh } from "./platform.ts"
import type { Server } from "./servers.ts"

/** Below this a token is refreshed: the threshold of `SessionPolicy`. */
export const thresholdMillis = 20_000

/** A process that does not run for so long loses its lease, so what it began then it may do once more. */
const leaseMillis = 3000

/** Refreshes by what they are accounted for with. */
export interface Account {
  due: number
  /** Those that met a fault of the platform, when they were due. */
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

/** Under way still, or it brought a token that does. */
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
