/** A screen in a modal dialog. */
"use client"
import { type MouseEvent, type ReactNode, useCallback, useId, useLayoutEffect, useRef } from "react"
import { Drawn } from "../elements/Icon.tsx"
import { DialogHeading } from "../elements/Main.tsx"
import { useWords } from "../Language.tsx"
import { common, dir, lang } from "../texts/english.ts"
import { localeOf } from "../texts/localeOf.ts"

const english = { common, dir, lang }

/** Props of {@link Modal}. */
export interface ModalProps {
  readonly open: boolean
  /** Accessible name until the heading has rendered. */
  readonly label: string
  /** Called when the user closes the dialog. */
  readonly onClose: () => void
  /** Called when a link in the dialog is followed. Return `true` to prevent navigation. */
  readonly onFollow: (href: string) => boolean
  /** Whether the first field takes focus. @default true */
  readonly focusesField?: boolean | undefined
  /** The screen to show. */
  readonly children: ReactNode
}

/**
 * The browser's own modal dialog: the page behind is inert, and focus returns to where it was. Escape closes the
 * dialog. A press outside closes it too, unless typed text would be lost.
 */
export const Modal = ({ open, ...rest }: ModalProps): ReactNode => {
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (open) return
    // If no element has focus, return focus to the opener: React may have suspended and hidden the new page, so that
    // none of its elements could take focus.
    if (document.activeElement === document.body) (opener.current as HTMLElement | null)?.focus()
    opener.current = null
  })
  const remember = useCallback((element: Element | null) => void (opener.current ??= element), [])
  return open ? <Opened onOpen={remember} {...rest} /> : null
}

const Opened = ({ children, focusesField = true, label, onClose, onFollow, onOpen }: Omit<ModalProps, "open"> & {
  /** Called with the element that had focus before the dialog opened. */
  readonly onOpen: (focused: Element | null) => void
}) => {
  const { common, dir, lang } = useWords(english)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isTyped = useRef(false)
  const isPressedOutside = useRef(false)
  // In a layout effect, before the focused element can leave the document.
  useLayoutEffect(() => {
    const element = dialog.current!
    onOpen(document.activeElement)
    element.showModal()
    // React applied `autoFocus` before the dialog was open. Fields of a closed dialog can't take focus.
    if (focusesField) element.querySelector<HTMLElement>("input:not([type=hidden])")?.focus()
    return () => element.close()
  }, [focusesField, onOpen])
  const follow = (event: MouseEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = (event.target as Element).closest("a")
    if (link === null || !onFollow(link.href)) return
    isTyped.current = false
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
      onInput={({ target }) =>
        void (isTyped.current ||= (target as Element).matches(":not([type=checkbox], [type=file])"))}
      onPointerDown={({ currentTarget, target }) => void (isPressedOutside.current = target === currentTarget)}
      onClickCapture={follow}
      // Close only if the press also started outside. The user may select text in the dialog and release the button
      // outside.
      onClick={({ currentTarget, target }) =>
        target === currentTarget && isPressedOutside.current && !isTyped.current && onClose()}
      // Under StrictMode, the dialog has been opened again when this event arrives.
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

/** Whether a link leads to a page, apart from query and fragment. */
export const isSamePage = (href: string, page: string): boolean => {
  const url = new URL(page, location.href)
  return href.replace(/[?#].*/, "") === url.origin + url.pathname
}
