/** The ready screens in a theme that comes with the package. */
import "latchkey/react/screens.css"
import "latchkey/react/themes/slate.css"
import type { ReactNode } from "react"

export const InSlate = ({ children }: { readonly children: ReactNode }) => <div data-lk-theme="slate">{children}</div>
