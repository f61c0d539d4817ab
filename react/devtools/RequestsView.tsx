/** Calls with their attempts and waits. */
"use client"
import { type ReactNode, useState } from "react"
import { NotRecorded } from "./NotRecorded.tsx"
import type { RecordedAttempt, RecordedCall } from "./recorder.ts"
import { SaveAsTest } from "./SaveAsTest.tsx"
import type { Snapshot } from "./snapshot.ts"
import { type Columns, Table } from "./Table.tsx"
import { duration, timeOfDay } from "./words.ts"

const every = "all outcomes"

export const RequestsView = ({ calls, isObserved, requests }: Snapshot): ReactNode => {
  const [chosen, choose] = useState(every)
  if (!isObserved) return <NotRecorded />
  const outcomes = [every, ...new Set([...calls.map(({ outcome }) => outcome), chosen].filter((one) => one !== every))]
  const shown = calls.filter(({ outcome }) => chosen === every || outcome === chosen)
  return (
    <>
      <div className="row">
        <label>
          <span>Show</span>
          <select value={chosen} onChange={(event) => choose(event.target.value)}>
            {outcomes.map((outcome) => <option key={outcome}>{outcome}</option>)}
          </select>
        </label>
        <span className="soft">{`${shown.length} of ${calls.length}`}</span>
      </div>
      <SaveAsTest calls={calls} requests={requests} />
      {shown.length === 0
        ? <p className="soft">None.</p>
        : <Table columns={columns} keyOf={({ id }) => id} rows={shown.toReversed()} />}
    </>
  )
}

const columns: Columns<RecordedCall> = {
  At: ({ startedAt }) => timeOfDay(startedAt),
  Call: ({ endpoint, flow, method, path }) => (
    <>
      <code translate="no">{endpoint}</code>
      <div className="soft">
        {`${method} ${path}${flow === undefined || flow === endpoint ? "" : `, by ${flow}`}`}
      </div>
    </>
  ),
  Outcome: ({ outcome }) => <span className={looks[outcome] ?? "bad"}>{outcome}</span>,
  Took: ({ tookMillis }) => tookMillis === undefined ? "…" : duration(tookMillis),
  Attempts: ({ attempts }) => <ul>{attempts.map((attempt) => <li key={attempt.number}>{sentence(attempt)}</li>)}</ul>
}

const looks: { readonly [outcome: string]: string } = { ok: "good", running: "soft", interrupted: "soft" }

/** Formats an attempt: `2. 429 in 4 ms, 1 s after RateLimited`. */
const sentence = ({ code, number, status, tookMillis, waitMillis, waitReason }: RecordedAttempt): string => {
  const wait = waitReason === undefined ? "" : `, ${duration(waitMillis ?? 0)} after ${waitReason}`
  const took = tookMillis === undefined ? "running" : `${status ?? "no response"} in ${duration(tookMillis)}`
  return `${number}. ${took}${code === undefined ? "" : ` ${code}`}${wait}`
}
