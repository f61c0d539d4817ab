/** Asks users to confirm actions that are hard to undo. */
"use client"
import { type ReactNode, useId, useRef } from "react"
import { Button } from "../elements/Button.tsx"
import { useWords } from "../Language.tsx"
import type { Look } from "../Slots.tsx"
import { common } from "../texts/english.ts"
import { VisuallyHidden } from "./VisuallyHidden.tsx"

const english = { common }

/**
 * A button that opens a native confirmation dialog. Escape closes the dialog, the page behind the dialog is inert, and
 * focus returns to the button.
 */
export const Confirm = ({ about, busy = false, children, look = "quiet", onConfirm, title, to }: {
  /** Label of the button, on the page and in the dialog. */
  readonly to: string
  /** Text added to the accessible name, for users who can't see what the button belongs to. */
  readonly about?: string | undefined
  readonly look?: Look | undefined
  readonly busy?: boolean | undefined
  readonly title: string
  /** The consequences of the action. */
  readonly children: string
  readonly onConfirm: () => void
}): ReactNode => {
  const { common } = useWords(english)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <>
      <Button className="lk-small" look={look} busy={busy} onClick={() => dialog.current?.showModal()}>
        {to}
        {about === undefined ? null : <VisuallyHidden>{about}</VisuallyHidden>}
      </Button>
      <dialog
        ref={dialog}
        className="lk-dialog"
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        onClick={({ currentTarget, target }) => target === currentTarget && close()}
      >
        <div className="lk-stack">
          <h3 id={id}>{title}</h3>
          <p id={`${id}-text`} className="lk-soft">{children}</p>
          <div className="lk-row lk-end">
            <Button onClick={close}>{common.cancel}</Button>
            <Button
              look="danger"
              onClick={() => {
                close()
                onConfirm()
              }}
            >
              {to}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  )
}
