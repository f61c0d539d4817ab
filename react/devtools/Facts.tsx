/** A list of names and values. */
"use client"
import type { ReactNode } from "react"

/** Shows `undefined` values as a dash. */
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
