/** The values that are kept, who watches them, and when they are dropped. */
"use client"
import type { ReactNode } from "react"
import type { Snapshot } from "./snapshot.ts"
import { duration } from "./words.ts"

export const CacheView = ({ reads }: Snapshot): ReactNode =>
  reads.length === 0 ? <p className="soft">Nothing is kept.</p> : (
    <table>
      <thead>
        <tr>
          <th scope="col">Read</th>
          <th scope="col">State</th>
          <th scope="col">Watchers</th>
          <th scope="col">Age</th>
          <th scope="col">Dropped in</th>
          <th scope="col">Last read again for</th>
        </tr>
      </thead>
      <tbody>
        {reads.map((read) => (
          <tr key={read.key}>
            <td>
              <code>{read.key}</code>
            </td>
            <td className={read.state === "Failure" ? "bad" : ""}>{read.state}</td>
            <td>{read.watchers}</td>
            <td>{read.ageMillis === undefined ? "–" : duration(read.ageMillis)}</td>
            <td>{read.dropsInMillis === undefined ? "–" : duration(read.dropsInMillis)}</td>
            <td>{read.refreshedBy ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
