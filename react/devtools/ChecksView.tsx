/** What of the page's set-up is in people's way. */
"use client"
import type { ReactNode } from "react"
import { checksOf } from "./checks.ts"
import type { Snapshot } from "./snapshot.ts"

export const ChecksView = ({ calls }: Snapshot): ReactNode => (
  <table>
    <thead>
      <tr>
        <th scope="col">Check</th>
        <th scope="col">Found</th>
      </tr>
    </thead>
    <tbody>
      {checksOf(window, calls).map(({ name, problem }) => (
        <tr key={name}>
          <td>{name}</td>
          <td className={problem === undefined ? "good" : "warn"}>{problem ?? "nothing wrong"}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
