/** Words for those who hear the page. */
import type { ReactNode } from "react"

/** Not seen, but read out: a space keeps them apart from the word before them, in names too. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <>
    {" "}
    <span className="lk-hidden">{children}</span>
  </>
)
