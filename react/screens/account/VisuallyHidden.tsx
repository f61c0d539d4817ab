/** Text for screen readers only. */
import type { ReactNode } from "react"

/** Text that is announced but not visible. A space separates it from the preceding text, in accessible names too. */
export const VisuallyHidden = ({ children }: { readonly children: string }): ReactNode => (
  <>
    {" "}
    <span className="lk-hidden">{children}</span>
  </>
)
