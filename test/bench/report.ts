/** The results as a table for people. */
import type { Compared, Crowd } from "./calls.ts"
import type { Clients } from "./clients.ts"
import type { EmulatorResults } from "./emulator.ts"
import type { FleetResults } from "./fleet.ts"
import { type Goal, goalsOf, isReached } from "./goals.ts"
import type { Growth } from "./growth.ts"
import type { Imported } from "./imports.ts"
import type { Peer } from "./peers.ts"
import type { StartUp } from "./startUp.ts"
import type { Packed } from "./tarball.ts"
import type { Checked } from "./typeCheck.ts"
import type { WaiterResults } from "./waiters.ts"
import { kilobytes } from "./weights.ts"

/** Where, when and with what the numbers were made. */
export interface Machine {
  /** The day, as 2026-11-24. */
  readonly date: string
  /** What was measured; with `+` where it had been changed since. */
  readonly commit: string
  readonly cpu: string
  readonly cores: number
  readonly system: string
  readonly node: string
  readonly effect: string
  readonly typescript: string
  readonly esbuild: string
  readonly rolldown: string
}

/** A program's bundles without their code. */
export interface Weight {
  readonly what: string
  readonly budget: number | undefined
  readonly sizes: ReadonlyArray<
    { readonly bundler: string; readonly minified: number; readonly gzip: number; readonly brotli: number }
  >
}

/** All of one run. */
export interface Results {
  readonly machine: Machine
  readonly calls: ReadonlyArray<Compared>
  readonly clients: Clients
  readonly crowd: Crowd
  readonly waiters: WaiterResults
  readonly verification: ReadonlyArray<Compared>
  /** Absent where no `redis-server` is installed. */
  readonly fleet?: FleetResults
  readonly emulator: EmulatorResults
  readonly growth: ReadonlyArray<Growth>
  readonly imports: ReadonlyArray<Imported>
  readonly starts: ReadonlyArray<StartUp>
  readonly bundles: ReadonlyArray<Weight>
  readonly packed: Packed
  readonly types: ReadonlyArray<Checked>
  /** Absent where no registry answered. */
  readonly peers?: ReadonlyArray<Peer>
}

/** Padded, so that the formatter leaves it alone. The first column is text, the others are numbers. */
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]!.length)))
  const row = (cells: ReadonlyArray<string>): string =>
    `| ${cells.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)).join(" | ")} |`
  const rule = widths.map((width, at) => at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)
  return [row(head), row(rule), ...rows.map(row), ""]
}

const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`
const grouped = (whole: number): string => String(Math.round(whole) || 0).replace(/\B(?=(\d{3})+$)/g, ",")

/** What was aimed for, and what is reached of it. */
const goalTable = (goals: ReadonlyArray<Goal>): ReadonlyArray<string> => [
  ...table(
    ["What we aim for", "goal", "measured", "gate"],
    goals.map((each) => [
      each.what,
      each.show(each.goal),
      `${each.show(each.measured)}${isReached(each) ? "" : ", short"}`,
      each.gate === undefined ? "" : each.show(each.gate)
    ])
  ),
  "A gate is a ratio, a size or a count, which another machine gives too: beyond one, `npm run bench` fails. What falls short "
  + "is more by what its profile shows:",
  "",
  ...goals.filter((each) => !isReached(each)).map(({ what, why }) => `- ${what}: ${why}.`),
  ""
]

/** The embedded platform's part. */
const emulatorTables = (
  { crowded, firstSearchMillis, inProcess, kept, overPort, starts }: EmulatorResults
): ReadonlyArray<string> => [
  ...table(
    ["The emulator in process", "beside", "ratio", "calls per second", "reference"],
    inProcess.map(({ against, micros, ratio, referenceMicros, what }) => [
      what,
      against,
      times(ratio),
      grouped(1e6 / micros),
      grouped(1e6 / referenceMicros)
    ])
  ),
  ...table(
    ["The emulator on a port, `users.getMe`", "time per request", "requests per second", "a bare `node:http` server"],
    overPort.map(({ connections, perSecond, ratio, referencePerSecond }) => [
      connections === 1 ? "1 connection" : `${connections} connections`,
      times(ratio),
      grouped(perSecond),
      grouped(referencePerSecond)
    ])
  ),
  "The bare server answers the same bytes to the same client without looking at the request.",
  "",
  ...table(
    ["100,000 users", "beside", "ratio", "time", "reference"],
    crowded.map(({ against, micros, ratio, referenceMicros, what }) => [
      what,
      against,
      times(ratio),
      `${grouped(micros)} µs`,
      `${grouped(referenceMicros)} µs`
    ])
  ),
  `The first search among 100,000 users takes ${grouped(firstSearchMillis)} ms: it makes the index of their names and `
  + "addresses.",
  "",
  ...table(
    ["A process until it listens", "time", "memory"],
    starts.map(({ megabytes, millis, what }) => [what, `${grouped(millis)} ms`, `${grouped(megabytes)} MB`])
  ),
  `One more emulator in a process takes ${kept.startMillis.toFixed(2)} ms and ${grouped(kept.kilobytesEach)} kB, `
  + `a user ${grouped(kept.bytesPerUser)} bytes. Over ${grouped(kept.requests)} requests in process the heap grew by `
  + `${grouped(kept.growthKilobytes)} kB, measured after forced collections.`,
  ""
]

/** Many who wait for one token or one value. */
const waiterTables = ({ waiting, watching }: WaiterResults): ReadonlyArray<string> => [
  ...table(
    ["One session's token, which is over", "refreshes", "until all have it", "one caller alone", "more than that"],
    waiting.map(({ aloneMillis, callers, millis, refreshes }) => [
      `${grouped(callers)} callers`,
      grouped(refreshes),
      `${millis.toFixed(1)} ms`,
      `${aloneMillis.toFixed(1)} ms`,
      `${(millis - aloneMillis).toFixed(1)} ms`
    ])
  ),
  "Aim for 1,000 callers: less than 50 ms more.",
  "",
  `${grouped(watching.watchers)} watchers of one shared value have all looked at a new one after `
  + `${watching.millis.toFixed(2)} ms; as many functions of a \`Set\` are called in ${
    watching.referenceMillis.toFixed(2)
  } `
  + "ms. Aim: less than 16 ms.",
  ""
]

/** The fleet's part. */
const fleetTables = (fleet: FleetResults | undefined): ReadonlyArray<string> =>
  fleet === undefined ? [] : [
    ...table(
      ["Callers of a server-side session whose token is over", "callers", "refreshes", "in all"],
      fleet.crowds.map(({ callers, millis, processes, refreshes }) => [
        processes === 1 ? "one process" : `${processes} processes`,
        grouped(callers),
        grouped(refreshes),
        `${grouped(millis)} ms`
      ])
    ),
    `One process begins ${grouped(fleet.signInsPerSecond)} sessions per second and looks up `
    + `${
      grouped(fleet.lookUpsPerSecond)
    } that it does not remember, over a Redis that has every write on disk before it `
    + `confirms. A session takes ${grouped(fleet.bytesPerSession)} bytes of Redis with an access token of `
    + `${grouped(fleet.accessTokenBytes)} bytes, a look-up ${fleet.commandsPerLookUp.toFixed(1)} commands, a refresh `
    + `${fleet.commandsPerRefresh.toFixed(1)}.`,
    ""
  ]

/** Markdown, as `docs/measured.md` quotes it. */
export const markdown = (results: Results): string => {
  const {
    bundles,
    calls,
    clients,
    crowd,
    emulator,
    fleet,
    growth,
    imports,
    machine,
    peers = [],
    starts,
    types,
    verification,
    waiters
  } = results
  const bundlers = bundles[0]?.sizes.map(({ bundler }) => bundler) ?? []
  return [
    `Measured on ${machine.date} at commit ${machine.commit}, on ${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, effect ${machine.effect}. `
    + "Ratios are medians of paired runs in one process, against the reference named in the row; the times are this "
    + "machine's.",
    "",
    ...goalTable(goalsOf(results)),
    ...table(
      ["A call", "beside", "ratio", "call", "reference"],
      [...calls, clients.perRequest].map(({ against, micros, ratio, referenceMicros, what }) => [
        what,
        against,
        times(ratio),
        `${grouped(micros)} µs`,
        `${grouped(referenceMicros)} µs`
      ])
    ),
    "Aim for a call over a socket: 3 ×; gate: 4 ×. Without sockets nothing but our own work is left to compare. "
    + `A client that was made holds ${grouped(clients.idleBytes)} bytes, and ${
      grouped(clients.calledBytes)
    } once it was `
    + `called, until it is disposed of. The first call of a process takes ${
      clients.firstCall.millis.toFixed(0)
    } ms of CPU, that of a `
    + `program of Effect alone that decodes the same answer ${clients.firstCall.referenceMillis.toFixed(0)} ms.`,
    "",
    ...table(
      ["Callers on an expired token", "refreshes", "requests", "ratio to bare requests", "in all", "reference"],
      [[
        grouped(crowd.callers),
        grouped(crowd.refreshes),
        grouped(crowd.calls),
        times(crowd.ratio),
        `${grouped(crowd.millis)} ms`,
        `${grouped(crowd.referenceMillis)} ms`
      ]]
    ),
    ...waiterTables(waiters),
    ...table(
      ["Believing a request, 32 under way", "beside", "time", "per second", "reference"],
      verification.map(({ against, micros, ratio, referenceMicros, what }) => [
        what,
        against,
        times(ratio),
        grouped(1e6 / micros),
        grouped(1e6 / referenceMicros)
      ])
    ),
    "`jose` verifies the same tokens with the same key, and remembers none.",
    "",
    ...fleetTables(fleet),
    ...emulatorTables(emulator),
    ...table(
      ["What grows", "how many", "time of one", "memory of one"],
      growth.flatMap(({ sizes, what }) =>
        sizes.map(({ bytes, count, micros }, at) => [
          at === 0 ? what : "",
          grouped(count),
          `${grouped(micros)} µs`,
          bytes === undefined ? "" : `${grouped(bytes)} bytes`
        ])
      )
    ),
    ...table(
      ["First import", "ratio", "time"],
      imports.map(({ entry, millis, ratio }) => [`\`${entry}\``, times(ratio), `${grouped(millis)} ms`])
    ),
    ...table(
      ["CPU time until a program begins", "beside", "ratio", "gate", "time", "reference"],
      starts.map(({ against, gate, millis, ratio, referenceMillis, what }) => [
        `\`${what}\``,
        `\`${against}\``,
        times(ratio),
        `${gate} ×`,
        `${grouped(millis)} ms`,
        `${grouped(referenceMillis)} ms`
      ])
    ),
    ...table(
      ["Bundle, minified", ...bundlers.flatMap((bundler) => [`${bundler}, gzip`, "brotli"]), "budget, gzip"],
      bundles.map(({ budget, sizes, what }) => [
        what,
        // screens are loaded one at a time as esbuild splits them
        ...bundlers.flatMap((name) => {
          const size = sizes.find(({ bundler }) => bundler === name)
          return size === undefined ? ["", ""] : [kilobytes(size.gzip), kilobytes(size.brotli)]
        }),
        budget === undefined
          ? ""
          : `${kilobytes(budget)}${sizes.some(({ gzip }) => gzip > budget) ? ", exceeded" : ""}`
      ])
    ),
    "The part that is Effect: a program that holds the same functions of Effect and nothing of Latchkey. We aim for 40 kB "
    + "with three endpoints and 48 kB with all; the budgets hold what is reached so far. “Any call at all” is a program "
    + "without Latchkey that decodes one answer with a schema and retries; beyond it and the contract, everything is what "
    + "keeps the session, retries, names what failed and hides secrets.",
    "",
    ...table(
      ["Type check of a program with", "instantiations", "time"],
      types.map(({ instantiations, seconds, what }) => [what, grouped(instantiations), `${seconds.toFixed(2)} s`])
    ),
    "Gates: 250,000 instantiations, 3 s.",
    "",
    ...(peers.length === 0 ? [] : [
      ...table(
        [
          "To sign in and read who it is",
          "version",
          "a page loads, gzip",
          "import in Node, CPU",
          "packages",
          "on the disk"
        ],
        peers.map(({ gzip, importMillis, megabytes, name, packages, version }) => [
          name,
          version,
          kilobytes(gzip),
          `${grouped(importMillis)} ms`,
          grouped(packages),
          `${grouped(megabytes)} MB`
        ])
      ),
      "Each by esbuild, minified, with what it keeps a session in a browser with. Latchkey is the three flows that are used, "
      + "as promises.",
      ""
    ])
  ].join("\n")
}
