/** A chart of the current retry policy. */
"use client"
import { type ReactNode, useState } from "react"
import type { FailureChoice, PossibleWait } from "./possibleWaits.ts"
import type { RetryFacts, Snapshot } from "./snapshot.ts"
import { duration } from "./words.ts"

export const RetriesView = ({ retries }: Snapshot): ReactNode => {
  const choices = Object.keys(retries.waits) as ReadonlyArray<FailureChoice>
  const [met, choose] = useState<FailureChoice>(choices[0]!)
  const waits = retries.waits[met]
  return (
    <>
      <div className="row">
        <label>
          <span>If every attempt fails with</span>
          <select value={met} onChange={(event) => choose(event.target.value as FailureChoice)}>
            {choices.map((choice) => <option key={choice}>{choice}</option>)}
          </select>
        </label>
      </div>
      {waits.length === 0 ? <p>The call fails immediately, without a second attempt.</p> : <Chart waits={waits} />}
      <p className="soft">{limits(retries)}</p>
    </>
  )
}

const limits = ({ perAttemptMillis }: RetryFacts): string =>
  `${
    Number.isFinite(perAttemptMillis) ? `Each attempt times out after ${duration(perAttemptMillis)}. ` : ""
  }The schedule decides how to use the platform's Retry-After.`

const [width, left, right, height, gap] = [620, 92, 132, 20, 8]

const Chart = ({ waits }: { readonly waits: ReadonlyArray<PossibleWait> }) => {
  const longest = Math.max(1, ...waits.map(({ most }) => most))
  const scale = (millis: number) => (millis / longest) * (width - left - right)
  const all = waits.reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }))
  const said = waits.map((wait, index) => `before attempt ${index + 2} ${range(wait)}`).join(", ")
  const bottom = waits.length * (height + gap)
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${bottom}`} role="img" aria-label={`Possible waits: ${said}.`}>
        {waits.map((wait, index) => {
          const top = index * (height + gap)
          return (
            <g key={index}>
              <text x={left - 10} y={top + 14} textAnchor="end">{`attempt ${index + 2}`}</text>
              <rect className="sure" x={left} y={top} width={scale(wait.least)} height={height} />
              <rect
                className="maybe"
                x={left + scale(wait.least)}
                y={top}
                width={scale(wait.most - wait.least)}
                height={height}
              />
              <text x={left + scale(wait.most) + 8} y={top + 14}>{range(wait)}</text>
            </g>
          )
        })}
        <line className="axis" x1={left} x2={left} y1={0} y2={bottom} />
      </svg>
      <figcaption>{`Wait before each attempt: the dark part is the minimum. Total: ${range(all)}.`}</figcaption>
    </figure>
  )
}

const range = ({ least, most }: PossibleWait): string =>
  least === most ? duration(least) : `${duration(least)} to ${duration(most)}`
