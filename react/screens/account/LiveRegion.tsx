/** What was done, said politely. */
"use client"
import type { ReactNode } from "react"

/** A line that assistive technology reads out when it changes. Always in the page: what comes with it may be missed. */
export const LiveRegion = ({ children }: { readonly children: string | undefined | false }): ReactNode => (
  <p className="lk-said" role="status">{children === false ? undefined : children}</p>
)
