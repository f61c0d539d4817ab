/** Message of a view that has no recorded calls to show. */
"use client"
import type { ReactNode } from "react"

export const NotRecorded = (): ReactNode => (
  <p>
    <span>
      Calls are not recorded, because this panel was loaded after the provider's services were built. Import it in the
      same file as the provider, or pass the provider this layer:
    </span>
    <code translate="no">observed(layer)</code>
  </p>
)
