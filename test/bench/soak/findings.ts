/** Findings about a fleet under faults, in sentences with numbers: docs/laws.md R5. */
import type { Cookie, Ledger } from "./browsers.ts"
import type { haveFaults } from "./faults.ts"
import { lifeSeconds, marks, type Platform } from "./platform.ts"
import { type Reasons, reasonsFor } from "./reasons.ts"
import { accountOf, thresholdMillis } from "./refreshes.ts"
import type { InUse } from "./server.ts"
import type { Server } from "./servers.ts"
import type { Store } from "./store.ts"

/** Result of checking one part of the law. */
export interface Finding {
  readonly numbers: string
  readonly holds: boolean
}

interface Run {
  readonly ledger: Ledger
  readonly platform: Platform
  readonly store: Store
  /** All processes that were ever started, and those that are running. */
  readonly started: ReadonlyArray<Server>
  readonly up: ReadonlyArray<Server>
  readonly faults: Awaited<ReturnType<typeof haveFaults>>
  readonly lasted: number
  /** Memory and handles of the processes that were never killed. */
  readonly before: ReadonlyArray<InUse>
  readonly after: ReadonlyArray<InUse>
}

/**
 * Maximum response time in milliseconds, without periods in which the process did not run. It allows some seconds each
 * for the store, a lease and the platform.
 */
const longestAnswer = 20_000

/** Maximum growth of the heap in megabytes. The sessions of a run need a part of it. */
const mostGrowth = 20

const whole = (number: number) => Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ",")

const listed = (record: { readonly [name: string]: number }) =>
  Object.entries(record).map(([name, count]) => `${whole(count)} ${name}`).join(", ") || "none"

const sessionsOf = (answers: Reasons[keyof Reasons]) => new Set(answers.map(({ cookie }) => cookie)).size

export const findingsOf = (run: Run): ReadonlyArray<Finding> => [
  loadOf(run),
  crossedIn(run),
  ...sessionsIn(run),
  refreshesIn(run),
  errorsIn(run),
  timesIn(run),
  secretsIn(run),
  leaksIn(run)
]

const finding = (holds: boolean, ...sentence: ReadonlyArray<string>): Finding => ({
  holds,
  numbers: sentence.join(" ")
})

const loadOf = ({ faults, lasted, ledger, platform, started, up }: Run): Finding =>
  finding(
    started.length === up.length + faults.killed && faults.suspended > 0 && faults.killed > 0,
    `${up.length} processes over one Redis for ${whole(lasted)} s:`,
    `${whole(ledger.answers)} responses, ${whole(ledger.signIns)} sign-ins, ${whole(ledger.signOuts)} sign-outs;`,
    `Redis stopped ${faults.suspended} times and killed ${faults.storeKilled} times,`,
    `${faults.killed} processes killed and ${faults.stopped} suspended;`,
    `faults of the platform: ${listed(platform.met)}`
  )

const crossedIn = ({ ledger: { answers, crossed } }: Run): Finding =>
  finding(crossed === 0, `${crossed} of ${whole(answers)} responses with tokens of another user`)

const sessionsIn = ({ ledger, store, up }: Run): ReadonlyArray<Finding> => {
  const { revived, signedOut } = reasonsFor(ledger, store.away)
  const unsaved = up.reduce((sum, server) => sum + server.unsaved, 0)
  return [
    finding(
      signedOut.none.length === 0,
      `${sessionsOf(signedOut.none)} users signed out without a reason,`,
      `apart from ${sessionsOf(signedOut.died)} sign-ins lost with a killed process while Redis was away`,
      `and ${sessionsOf(signedOut.unwritten)} sign-ins not written yet`
    ),
    finding(
      revived.none.length === 0 && unsaved === 0,
      `${sessionsOf(revived.none)} sessions restored after a sign-out,`,
      `apart from ${sessionsOf(revived.died)} sign-outs lost with a killed process while Redis was away,`,
      `${sessionsOf(revived.unwritten)} not written yet`,
      `and ${sessionsOf(revived.remembered)} cached during an outage of Redis;`,
      `${unsaved} changes not in Redis at the end`
    )
  ]
}

const refreshesIn = ({ platform, started, store }: Run): Finding => {
  const servers = new Map(started.map((server) => [server.name, server]))
  const account = accountOf(platform.refreshes, { servers, away: store.away })
  return finding(
    account.unaccounted === 0 && account.due > 0,
    `${whole(platform.refreshes.length)} refreshes:`,
    `${whole(account.due)} one per session and ${lifeSeconds - thresholdMillis / 1000} s of use,`,
    `${account.faults} that met a fault of the platform, ${account.crashes} after a kill,`,
    `${account.stalls} around a suspended process, ${account.outages} one per process during an outage of Redis;`,
    `${account.unaccounted} others`
  )
}

const errorsIn = ({ ledger: { cutOff, errors, untyped } }: Run): Finding =>
  finding(
    untyped.length === 0,
    `errors: ${listed(errors)}; ${cutOff} requests lost with a process;`,
    [`${untyped.length} untyped errors`, ...untyped.slice(0, 3)].join(", ")
  )

const timesIn = ({ ledger: { millis } }: Run): Finding => {
  const sorted = millis.toSorted((a, b) => a - b)
  const slowest = sorted.at(-1)!
  return finding(
    slowest <= longestAnswer,
    `median response time ${whole(sorted[sorted.length >> 1]!)} ms,`,
    `maximum ${whole(slowest)} ms (at most ${whole(longestAnswer)}),`,
    "without the time in which a process was suspended"
  )
}

const secretsIn = ({ ledger, store }: Run): Finding => {
  const log = store.log()
  const secretOf = ({ text }: Cookie) => text.slice(text.indexOf("=") + 1)
  const inPlain = [...Object.values(marks), ...ledger.cookies.map(secretOf)].filter((secret) => log.includes(secret))
  return finding(
    inPlain.length === 0 && log.includes("latchkey:session:"),
    `${whole(log.length / 1e6)} MB written to Redis, ${inPlain.length} tokens or cookies in plain text`
  )
}

const leaksIn = ({ after, before }: Run): Finding => {
  const grown = Math.max(...after.map(({ megabytes }, each) => megabytes - before[each]!.megabytes))
  const handlesOf = (processes: ReadonlyArray<InUse>) => processes.map(({ handles }) => handles).join(" and ")
  return finding(
    grown < mostGrowth && after.every(({ handles }, each) => handles <= before[each]!.handles),
    `the processes that were never killed grew by at most ${grown.toFixed(1)} MB (less than ${mostGrowth}),`,
    `handles ${handlesOf(before)} → ${handlesOf(after)}`
  )
}
