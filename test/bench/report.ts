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

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => [
  row(head),
  row(head.map((_, at) => at === 0 ? "---" : "---:")),
  ...rows.map(row),
  ""
]

const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`
const grouped = (whole: number): string => String(Math.round(whole)).replace(/\B(?=(\d{3})+$)/g, ",")

/** Markdown, as the README quotes it. */
export const markdown = ({ bundles, calls, crowd, imports, machine, types }: Results): string =>
  [
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
      ["Bundle, minified", "bundler", "gzip", "brotli", "plain", "budget, gzip"],
      bundles.flatMap(({ budget, sizes, what }) =>
        sizes.map(({ brotli, bundler, gzip, minified }) => [
          what,
          bundler,
          kilobytes(gzip),
          kilobytes(brotli),
          kilobytes(minified),
          budget === undefined ? "" : `${kilobytes(budget)}${gzip > budget ? ", exceeded" : ""}`
        ])
      )
    ),
    ...table(
      ["Type check of a program with", "instantiations", "time"],
      types.map(({ instantiations, seconds, what }) => [what, grouped(instantiations), `${seconds.toFixed(2)} s`])
    ),
    "Gates: 250,000 instantiations, 3 s.",
    ""
  ].join("\n")
