/** Polite status messages. */
"use client"
import type { ReactNode } from "react"

/**
 * A line that assistive technology announces when it changes. Rendered even while empty, because text that appears
 * together with its region may not be announced.
 */
export const LiveRegion = ({ children }: { readonly children: string | undefined | false }): ReactNode => (
  <p className="lk-said" role="status">{children === false ? undefined : children}</p>
)
