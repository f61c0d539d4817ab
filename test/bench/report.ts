/** The results as a table for people. */
import type { Compared, Crowd } from "./calls.ts"
import type { Imported } from "./imports.ts"
import type { Checked } from "./typeCheck.ts"
import { kilobytes } from "./weights.ts"

/** Where and with what the numbers were made. */
export interface Machine {
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
  readonly imports: ReadonlyArray<Imported>
  readonly bundles: ReadonlyArray<Weight>
  readonly types: ReadonlyArray<Checked>
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
const grouped = (whole: number): string => String(Math.round(whole)).replace(/\B(?=(\d{3})+$)/g, ",")

/** Markdown, as the README quotes it. */
export const markdown = ({ bundles, calls, crowd, imports, machine, types }: Results): string => {
  const bundlers = bundles[0]?.sizes.map(({ bundler }) => bundler) ?? []
  return [
    `Measured on ${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, effect ${machine.effect}. `
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
    "Aim for a call over a socket: 3 ×; gate: 4 ×. Without sockets nothing but our own work is left to compare.",
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
      ["First import", "ratio", "time"],
      imports.map(({ entry, millis, ratio }) => [`\`${entry}\``, times(ratio), `${grouped(millis)} ms`])
    ),
    ...table(
      ["Bundle, minified", ...bundlers.flatMap((bundler) => [`${bundler}, gzip`, "brotli"]), "budget, gzip"],
      bundles.map(({ budget, sizes, what }) => [
        what,
        ...sizes.flatMap(({ brotli, gzip }) => [kilobytes(gzip), kilobytes(brotli)]),
        budget === undefined
          ? ""
          : `${kilobytes(budget)}${sizes.some(({ gzip }) => gzip > budget) ? ", exceeded" : ""}`
      ])
    ),
    "The part that is Effect: a program that holds the same functions of Effect and nothing of Latchkey.",
    "",
    ...table(
      ["Type check of a program with", "instantiations", "time"],
      types.map(({ instantiations, seconds, what }) => [what, grouped(instantiations), `${seconds.toFixed(2)} s`])
    ),
    "Gates: 250,000 instantiations, 3 s.",
    ""
  ].join("\n")
}
