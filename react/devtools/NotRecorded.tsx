/** Instead of what only a recording tells. */
"use client"
import type { ReactNode } from "react"

export const NotRecorded = (): ReactNode => (
  <p>
    <span>
      Calls are not recorded, since this panel was loaded after the provider's services were built. Import it beside the
      provider, or give the provider this layer:
    </span>
    <code translate="no">observed(layer)</code>
  </p>
)
