/** The ready-made screens in one of the package's themes. */
import "latchkey/react/screens.css"
import "latchkey/react/themes/slate.css"
import type { ReactNode } from "react"

export const InSlate = ({ children }: { readonly children: ReactNode }) => <div data-lk-theme="slate">{children}</div>
