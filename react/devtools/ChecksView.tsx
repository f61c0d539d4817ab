/** Problems with the page's setup. */
"use client"
import type { ReactNode } from "react"
import { type Check, checksOf } from "./checks.ts"
import type { Snapshot } from "./snapshot.ts"
import { type Columns, Table } from "./Table.tsx"

export const ChecksView = ({ calls }: Snapshot): ReactNode => (
  <Table
    columns={columns}
    keyOf={({ name }) => name}
    rows={checksOf(window, calls)}
  />
)

const columns: Columns<Check> = {
  Check: ({ name }) => name,
  Result: ({ problem }) => <span className={problem === undefined ? "good" : "warn"}>{problem ?? "OK"}</span>
}
