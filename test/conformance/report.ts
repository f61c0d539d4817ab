/** Report about a replay: a table by area and a list of failures. */
import type { Recordings } from "./recordings.ts"
import { replay, type Verdict } from "./replay.ts"

/** An exchange with its verdict. */
interface Judged {
  readonly area: string
  readonly name: string
  readonly request: string
  readonly status: number
  readonly verdict: Verdict
}

/** Result of a run. */
export interface Report {
  readonly passed: number
  readonly failed: number
  readonly outside: number
  readonly lines: ReadonlyArray<string>
}

/** Replays all recordings. */
export const report = ({ areas, known }: Recordings): Report => {
  const judged = areas.map(({ area, exchanges }) => ({
    area,
    exchanges: exchanges.map((exchange): Judged => ({
      area,
      name: exchange.name,
      request: `${exchange.request.method} ${exchange.request.path.split("?")[0]}`,
      status: exchange.response.status,
      verdict: replay(exchange, exchanges, known)
    }))
  }))
  const all = judged.flatMap(({ exchanges }) => exchanges)
  const rows = judged.map(({ area, exchanges }) => [area, ...countsOf(exchanges)] as const)
  const [passed, failed, outside] = countsOf(all)
  return {
    passed,
    failed,
    outside,
    lines: [
      ...table([["area", "passed", "failed", "outside"], ...rows, ["total", passed, failed, outside]]),
      ...section("Outside the contract (no endpoint has this method and path):", all, outsideLines),
      ...section("Failed:", all, failedLines),
      "",
      `${passed} passed, ${failed} failed`
    ]
  }
}

const countsOf = (exchanges: ReadonlyArray<Judged>): readonly [passed: number, failed: number, outside: number] => {
  const count = (tag: Verdict["_tag"]) => exchanges.filter(({ verdict }) => verdict._tag === tag).length
  return [count("Passed"), count("Failed"), count("Outside")]
}

/** Aligns columns of numbers after a name. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string | number>>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([area]) => String(area).length))
  return rows.map(([area, ...counts]) =>
    `${String(area).padEnd(width)}${counts.map((count) => String(count).padStart(11)).join("")}`
  )
}

/** Returns a title and lines below it. Returns no lines if the list is empty. */
export const section = <A>(
  title: string,
  all: ReadonlyArray<A>,
  linesOf: (one: A) => ReadonlyArray<string>
): ReadonlyArray<string> => {
  const lines = all.flatMap(linesOf)
  return lines.length === 0 ? [] : ["", title, ...lines]
}

const outsideLines = ({ area, name, request, status, verdict }: Judged): ReadonlyArray<string> =>
  verdict._tag === "Outside" ? [`  ${area} › ${name}: ${request}, status ${status}`] : []

const failedLines = ({ area, name, request, verdict }: Judged): ReadonlyArray<string> =>
  verdict._tag === "Failed"
    ? [`  ${area} › ${name} (${verdict.endpoint}, ${request})`, ...verdict.reasons.map((reason) => `    ${reason}`)]
    : []
