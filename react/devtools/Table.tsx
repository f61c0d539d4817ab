/** A table with named columns. */
"use client"
import type { ReactNode } from "react"

/** Renders a row's cells, by column name. */
export type Columns<Row> = { readonly [name: string]: (row: Row) => ReactNode }

export const Table = <Row extends object>({ columns, keyOf, rows }: {
  readonly columns: Columns<Row>
  /** Unique and stable key of a row. */
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
