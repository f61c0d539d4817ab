/** The cached reads, their subscribers, and when they expire. */
"use client"
import type { ReactNode } from "react"
import type { ReadFacts, Snapshot } from "./snapshot.ts"
import { type Columns, Table } from "./Table.tsx"
import { duration } from "./words.ts"

export const CacheView = ({ reads }: Snapshot): ReactNode =>
  reads.length === 0
    ? <p className="soft">The cache is empty.</p>
    : <Table columns={columns} keyOf={({ key }) => key} rows={reads} />

const columns: Columns<ReadFacts> = {
  "Read": ({ key }) => <code translate="no">{key}</code>,
  "State": ({ state }) => <span className={state === "Failure" ? "bad" : ""}>{state}</span>,
  "Subscribers": ({ watchers }) => watchers,
  "Age": ({ ageMillis }) => ageMillis === undefined ? "–" : duration(ageMillis),
  "Expires in": ({ dropsInMillis }) => dropsInMillis === undefined ? "–" : duration(dropsInMillis),
  "Last refreshed by": ({ refreshedBy }) => refreshedBy ?? "–"
}
