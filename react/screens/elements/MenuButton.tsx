/** A button with a menu, for use in your own pages. */
"use client"
import type { ComponentProps, ReactNode } from "react"
import { useMenu } from "../../parts/useMenu.ts"
import { inSpans } from "../inSpans.tsx"
import { useWords } from "../Language.tsx"
import { dir, lang } from "../texts/english.ts"
import { localeOf } from "../texts/localeOf.ts"

const english = { dir, lang }

/** The button, and the menu while it is open. */
export const MenuButton = ({ busy = false, children, face, label }: {
  /** Accessible name. Include the button's visible text. */
  readonly label: string
  /** The button's visible content. */
  readonly face: ReactNode
  readonly busy?: boolean | undefined
  /**
   * The menu's content: {@link MenuItem} elements, which close it, and {@link MenuLink} elements, which leave the page.
   */
  readonly children: (close: () => void) => ReactNode
}): ReactNode => {
  const { dir, lang } = useWords(english)
  const { around, button, close, isOpen, menu } = useMenu()
  return (
    <div {...around} className="lk-page lk-piece" lang={localeOf(lang)} dir={dir}>
      <button {...button} type="button" className="lk-button lk-face" aria-label={label} aria-busy={busy || undefined}>
        {busy ? <span className="lk-busy" aria-hidden="true" /> : null}
        {face}
      </button>
      {isOpen ? <div {...menu} className="lk-menu" aria-label={label}>{children(close)}</div> : null}
    </div>
  )
}

/** Placeholder of the button while its state loads. */
export const MenuPlace = ({ label }: { readonly label: string }): ReactNode => (
  <span className="lk-page lk-piece" role="status" aria-label={label}>
    <span className="lk-button lk-face">
      <span className="lk-avatar" />
    </span>
  </span>
)

/** A menu item with an action, which runs after the menu has closed. */
export const MenuItem = ({ children, close, onSelect, ...rest }: Pick<ComponentProps<"button">, "role" | AriaState> & {
  readonly close: () => void
  readonly onSelect?: (() => void) | undefined
  readonly children: ReactNode
}): ReactNode => (
  <button
    role="menuitem"
    {...rest}
    type="button"
    tabIndex={-1}
    className="lk-button lk-choice"
    onClick={() => {
      close()
      onSelect?.()
    }}
  >
    {inSpans(children)}
  </button>
)

type AriaState = "aria-checked" | "aria-disabled" | "aria-haspopup"

/** A menu item with a link. */
export const MenuLink = ({ children, href }: { readonly href: string; readonly children: ReactNode }): ReactNode => (
  <a role="menuitem" href={href} tabIndex={-1} className="lk-button lk-choice">{inSpans(children)}</a>
)
