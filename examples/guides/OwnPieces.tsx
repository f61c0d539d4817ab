/** The ready-made screens with your own buttons and cards. */
import { type SlotComponents, Slots } from "latchkey/react/screens"
import type { ReactNode } from "react"

const components: SlotComponents = {
  Button: ({ busy, className: _, look, ...rest }) => (
    <button {...rest} className={look === "main" ? "btn btn-primary" : "btn"} aria-busy={busy} />
  ),
  Card: ({ children }) => <section className="panel">{children}</section>
}

export const OwnPieces = ({ children }: { readonly children: ReactNode }) => (
  <Slots components={components}>{children}</Slots>
)
