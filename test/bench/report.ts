/** The results as a table for people. */
import type { Compared, Crowd } from "./calls.ts"
import type { Peer } from "./peers.ts"
import type { StartUp } from "./startUp.ts"
import type { Checked } from "./typeCheck.ts"
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
  readonly crowd: Crowd
  readonly verification: ReadonlyArray<Compared>
  readonly starts: ReadonlyArray<StartUp>
  readonly bundles: ReadonlyArray<Weight>
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

/** Most that a new token may cost to verify, beside bare `jose`. */
const verifyGate = 1.35

/** Ratios beyond their gates, a sentence each. Another machine gives the same ratios. */
export const beyondGates = ({ starts, verification }: Results): ReadonlyArray<string> =>
  [...starts, ...verification.slice(0, 1).map((each) => ({ ...each, gate: verifyGate }))]
    .filter(({ gate, ratio }) => ratio > gate)
    .map(({ against, gate, ratio, what }) => `${what}, beside ${against}: ${times(ratio)}, more than ${times(gate)}.`)

/** Markdown, as `docs/measured.md` quotes it. */
export const markdown = (results: Results): string => {
  const { bundles, calls, crowd, machine, peers = [], starts, types, verification } = results
  const bundlers = bundles[0]?.sizes.map(({ bundler }) => bundler) ?? []
  return [
    `Measured on ${machine.date} at commit ${machine.commit}, on ${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, effect ${machine.effect}. `
    + "Ratios are medians of paired runs in one process, against the reference named in the row; the times are this "
    + "machine's.",
    "",
    ...table(
      ["A call", "beside", "ratio", "call", "reference"],
      calls.map(({ against, micros, ratio, referenceMicros, what }) => [
        what,
        against,
        times(ratio),
        `${grouped(micros)} µs`,
        `${grouped(referenceMicros)} µs`
      ])
    ),
    "Aim for a call over a socket: 3 ×. Without sockets nothing but our own work is left to compare.",
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
      ["Believing a request, 32 under way", "beside", "time", "per second", "reference"],
      verification.map(({ against, micros, ratio, referenceMicros, what }) => [
        what,
        against,
        times(ratio),
        grouped(1e6 / micros),
        grouped(1e6 / referenceMicros)
      ])
    ),
    `\`jose\` verifies the same tokens with the same key, and caches none. Gate for a new token: ${times(verifyGate)}.`,
    "",
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
