/** Text for screen readers. */
import type { ReactNode } from "react"

/** Text that is read out and not seen. A space separates it from the text before it, in accessible names too. */
export const VisuallyHidden = ({ children }: { readonly children: string }): ReactNode => (
  <>
    {" "}
    <span className="lk-hidden">{children}</span>
  </>
)
