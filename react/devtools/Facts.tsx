/** Names with what is known of them. */
"use client"
import type { ReactNode } from "react"

/** What is `undefined` is shown as a dash. */
export const Facts = ({ of }: { readonly of: { readonly [name: string]: ReactNode } }): ReactNode => (
  <dl>
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? "–"}</dd>
      </div>
    ))}
  </dl>
)
