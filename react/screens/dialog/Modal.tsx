/** A screen in a dialog, over the page that people are on. */
"use client"
import { type MouseEvent, type ReactNode, useCallback, useId, useLayoutEffect, useRef } from "react"
import { Drawn } from "../elements/Icon.tsx"
import { DialogHeading } from "../elements/Main.tsx"
import { useWords } from "../Language.tsx"
import { common, dir, lang } from "../texts/english.ts"
import { localeOf } from "../texts/localeOf.ts"

const english = { common, dir, lang }

/** What {@link Modal} takes. */
export interface ModalProps {
  readonly open: boolean
  /** What it is called until its heading is there. */
  readonly label: string
  /** People are done with it. */
  readonly onClose: () => void
  /** A link in it is followed. `true`: it leads nowhere else. */
  readonly onFollow: (href: string) => boolean
  /** A screen. */
  readonly children: ReactNode
}

/**
 * The browser's own dialog. The page behind is out of reach, and the focus comes back to where it was. Escape closes it,
 * and so does pressing outside as long as nothing is typed that would be lost.
 */
export const Modal = ({ open, ...rest }: ModalProps): ReactNode => {
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (open) return
    // React hides a page that waits for who is signed in now, and then nothing of it could get the focus
    if (document.activeElement === document.body) (opener.current as HTMLElement | null)?.focus()
    opener.current = null
  })
  const remember = useCallback((element: Element | null) => void (opener.current ??= element), [])
  return open ? <Opened onOpen={remember} {...rest} /> : null
}

const Opened = ({ children, label, onClose, onFollow, onOpen }: Omit<ModalProps, "open"> & {
  /** Told what had the focus before. */
  readonly onOpen: (focused: Element | null) => void
}) => {
  const { common, dir, lang } = useWords(english)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isTyped = useRef(false)
  const isPressedOutside = useRef(false)
  // before it leaves the document, or the focus goes nowhere
  useLayoutEffect(() => {
    const element = dialog.current!
    onOpen(document.activeElement)
    element.showModal()
    return () => element.close()
  }, [onOpen])
  const follow = (event: MouseEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = (event.target as Element).closest("a")
    if (link === null || !onFollow(link.href)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <dialog
      ref={dialog}
      className="lk-page lk-modal"
      aria-label={label}
      aria-labelledby={id}
      lang={localeOf(lang)}
      dir={dir}
      onInput={() => void (isTyped.current = true)}
      onPointerDown={({ currentTarget, target }) => void (isPressedOutside.current = target === currentTarget)}
      onClickCapture={follow}
      // words that are marked may end outside
      onClick={({ currentTarget, target }) =>
        target === currentTarget && isPressedOutside.current && !isTyped.current && onClose()}
      // under StrictMode it is opened again before this event comes
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <button type="button" className="lk-close" onClick={onClose}>
        <Drawn path="M6 6l12 12M18 6L6 18" />
        <span className="lk-hidden">{common.close}</span>
      </button>
      <DialogHeading.Provider value={id}>{children}</DialogHeading.Provider>
    </dialog>
  )
}
