/** Rows under named columns. */
"use client"
import type { ReactNode } from "react"

/** What a column shows of a row, by the column's name. */
export type Columns<Row> = { readonly [name: string]: (row: Row) => ReactNode }

export const Table = <Row extends object>({ columns, keyOf, rows }: {
  readonly columns: Columns<Row>
  /** Different for every row, and the same for one row as long as it is there. */
  readonly keyOf: (row: Row) => string | number
  readonly rows: ReadonlyArray<Row>
}): ReactNode => (
  <table>
    <thead>
      <tr>{Object.keys(columns).map((name) => <th key={name} scope="col">{name}</th>)}</tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>{Object.entries(columns).map(([name, cell]) => <td key={name}>{cell(row)}</td>)}</tr>
      ))}
    </tbody>
  </table>
)
