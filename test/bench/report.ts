/** Renders the results as tables in Markdown. */
import type { Compared, Crowd } from "./calls.ts"
import { type FirstLoad, goal as firstLoadGoal, largest } from "./firstLoads.ts"
import { type Goal, goalsOf } from "./goals.ts"
import type { Held } from "./memory.ts"
import type { Added } from "./middleware.ts"
import type { Peer } from "./peers.ts"
import type { StartUp } from "./startUp.ts"
import type { Packed } from "./tarball.ts"
import type { Checked } from "./typeCheck.ts"
import { kilobytes } from "./weights.ts"

/** Machine, versions and date of the measurements. */
export interface Machine {
  /** Date such as 2026-11-24. */
  readonly date: string
  /** Commit that was measured, with `+` for uncommitted changes. */
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

/** Sizes of a program's bundles. */
export interface Weight {
  readonly what: string
  readonly budget: number | undefined
  readonly sizes: ReadonlyArray<
    { readonly bundler: string; readonly minified: number; readonly gzip: number; readonly brotli: number }
  >
}

/** Results of one run. */
export interface Results {
  readonly machine: Machine
  readonly calls: ReadonlyArray<Compared>
  readonly crowd: Crowd
  readonly verification: ReadonlyArray<Compared>
  readonly middleware: ReadonlyArray<Added>
  readonly memory: Held
  readonly starts: ReadonlyArray<StartUp>
  readonly bundles: ReadonlyArray<Weight>
  /** First loads of pages with one name for React, the heaviest first. */
  readonly loads: ReadonlyArray<FirstLoad>
  readonly tarball: Packed
  readonly types: ReadonlyArray<Checked>
  /** Comparison with other libraries. Missing if no registry was reachable. */
  readonly peers?: ReadonlyArray<Peer>
}

/** Renders a padded table, as the formatter does. The first column is text, the others are numbers. */
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]!.length)))
  const row = (cells: ReadonlyArray<string>): string =>
    `| ${cells.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)).join(" | ")} |`
  const rule = widths.map((width, at) => at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)
  return [row(head), row(rule), ...rows.map(row), ""]
}

const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`
const grouped = (whole: number): string => String(Math.round(whole) || 0).replace(/\B(?=(\d{3})+$)/g, ",")

/** Maximum ratio of the time to verify a new token with Latchkey to the time with bare `jose`. */
const verifyGate = 1.2

/** Returns a sentence for each ratio above its limit. Ratios hardly depend on the machine. */
export const beyondGates = ({ calls, memory, middleware, starts, verification }: Results): ReadonlyArray<string> =>
  [
    ...starts,
    ...calls.flatMap((each) => each.gate === undefined ? [] : [{ ...each, gate: each.gate }]),
    ...verification.slice(0, 1).map((each) => ({ ...each, gate: verifyGate })),
    ...middleware.map(({ bareMicros, gate, micros, what }) => ({
      what: `latchkeyExpress with ${what}`,
      against: "bare Express",
      ratio: micros / bareMicros,
      gate
    })),
    { what: "memory of a waiting call", against: "1 kB", ratio: memory.bytes / 1000, gate: memory.gate / 1000 }
  ]
    .filter(({ gate, ratio }) => ratio > gate)
    .map(({ against, gate, ratio, what }) =>
      `${what}, compared with ${against}: ${times(ratio)}, limit ${times(gate)}.`
    )

const inUnit = (value: number, unit: Goal["unit"]): string => {
  switch (unit) {
    case "kB":
      return kilobytes(value)
    case "MB":
      return `${(value / 1e6).toFixed(2)} MB`
    case "files":
      return grouped(value)
    case "×":
      return times(value)
  }
}

const goalTable = (results: Results): ReadonlyArray<string> =>
  table(
    ["Goal", "value", "goal", "limit"],
    goalsOf(results, verifyGate).map(({ goal, limit, unit, value, what }) => [
      what,
      inUnit(value, unit),
      inUnit(goal, unit),
      value <= goal || limit === undefined ? "" : inUnit(limit, unit)
    ])
  )

/** Number of first loads within the goal that the table shows. */
const shownLoads = 5

const loadTable = (loads: ReadonlyArray<FirstLoad>): ReadonlyArray<string> => {
  const isBeyond = (load: FirstLoad) => largest(load) > firstLoadGoal
  return table(
    ["A page with the provider and", "esbuild", "rolldown", "goal", "limit", "since, and why"],
    [...loads.filter(isBeyond), ...loads.filter((load) => !isBeyond(load)).slice(0, shownLoads)].map((load) => [
      load.what.replace(/^(\S+) of (\S+)$/, "`$1` of `$2`"),
      kilobytes(load.sizes.esbuild),
      kilobytes(load.sizes.rolldown),
      kilobytes(firstLoadGoal),
      kilobytes(load.limit),
      load.because ?? ""
    ])
  )
}

/** Renders the Markdown that `docs/measured.md` quotes. */
export const markdown = (results: Results): string => {
  const { bundles, calls, crowd, machine, memory, middleware, peers = [], starts, types, verification } = results
  const bundlers = bundles[0]?.sizes.map(({ bundler }) => bundler) ?? []
  return [
    `Measured on ${machine.date} at commit ${machine.commit}, on ${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, effect ${machine.effect}. `
    + "Each ratio is the median of paired runs in one process, relative to the reference in its row. The times depend "
    + "on the machine.",
    "",
    ...goalTable(results),
    "A goal that isn't reached has a limit, which must not grow.",
    "",
    ...table(
      ["A call", "compared with", "ratio", "limit", "call", "reference"],
      calls.map(({ against, gate, micros, ratio, referenceMicros, what }) => [
        what,
        against,
        times(ratio),
        gate === undefined ? "" : `${gate} ×`,
        `${grouped(micros)} µs`,
        `${grouped(referenceMicros)} µs`
      ])
    ),
    "Without sockets, the comparison measures only Latchkey's own work.",
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
    ...table(
      ["Authenticating a request, 32 at once", "compared with", "time", "per second", "reference"],
      verification.map(({ against, micros, ratio, referenceMicros, what }) => [
        what,
        against,
        times(ratio),
        grouped(1e6 / micros),
        grouped(1e6 / referenceMicros)
      ])
    ),
    `\`jose\` verifies the same tokens with the same key, but doesn't cache them. Limit for a new token: ${
      times(verifyGate)
    }.`,
    "",
    ...table(
      ["Middleware for Express, a request with", "CPU time added", "bare Express", "limit"],
      middleware.map(({ bareMicros, gate, micros, what }) => [
        what,
        `${grouped(micros)} µs`,
        `${grouped(bareMicros)} µs`,
        times(gate)
      ])
    ),
    `Memory of a call that waits for its response, with 10,000 such calls: ${kilobytes(memory.bytes)}. A bare `
    + `\`fetch\` needs ${kilobytes(memory.referenceBytes)}. Limit: ${kilobytes(memory.gate)}.`,
    "",
    ...table(
      ["CPU time before a program starts", "compared with", "ratio", "limit", "time", "reference"],
      starts.map(({ against, gate, millis, ratio, referenceMillis, what }) => [
        `\`${what}\``,
        `\`${against}\``,
        times(ratio),
        `${gate} ×`,
        `${grouped(millis)} ms`,
        `${grouped(referenceMillis)} ms`
      ])
    ),
    "`function.mjs` is a serverless function that verifies a token and makes one call. `bundled.mjs` is the same "
    + "function in one file. `emulator.mjs` runs the command `latchkey emulator` until its first response.",
    "",
    ...table(
      ["Bundle, minified", ...bundlers.flatMap((bundler) => [`${bundler}, gzip`, "brotli"]), "budget, gzip"],
      bundles.map(({ budget, sizes, what }) => [
        what,
        // Screens have only esbuild sizes, because a screen is measured without the rest of the program.
        ...bundlers.flatMap((name) => {
          const size = sizes.find(({ bundler }) => bundler === name)
          return size === undefined ? ["", ""] : [kilobytes(size.gzip), kilobytes(size.brotli)]
        }),
        budget === undefined
          ? ""
          : `${kilobytes(budget)}${sizes.some(({ gzip }) => gzip > budget) ? ", exceeded" : ""}`
      ])
    ),
    "“Only Effect” is a program with the same functions of Effect, without Latchkey. “Any call at all” is a "
    + "program without Latchkey that decodes one response with a schema and retries. The rest of a bundle, apart from "
    + "the contract, stores the session, retries calls, describes errors and redacts secrets.",
    "",
    ...loadTable(results.loads),
    `A page that uses a provider and one name for React loads no more than the app with all screens. The table shows the `
    + `names beyond that goal, and the heaviest ${shownLoads} of the others. All together are ${
      grouped(results.loads.length)
    }.`,
    "",
    ...table(
      ["Type check of a program with", "instantiations", "time"],
      types.map(({ instantiations, seconds, what }) => [what, grouped(instantiations), `${seconds.toFixed(2)} s`])
    ),
    "Limits: 250,000 instantiations, 3 s.",
    "",
    ...(peers.length === 0 ? [] : [
      ...table(
        [
          "To sign in and read the user",
          "version",
          "loaded by a page, gzip",
          "CPU time of an import in Node",
          "packages",
          "size on disk"
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
      "Bundled by esbuild, minified, including session storage in the browser. The bundle of Latchkey contains only the "
      + "three flows that the page uses, as promises.",
      ""
    ])
  ].join("\n")
}
