/** Lists in a section. */
"use client"
import { type ReactNode, useEffect, useRef } from "react"
import { inSpans } from "../inSpans.tsx"

/** A list of items. When the focused item is removed, focus moves to the section's heading. */
export const List = ({ children, label, length }: {
  readonly label: string
  readonly length: number
  /** {@link Item} elements. */
  readonly children: ReactNode
}): ReactNode => {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(length)
  useEffect(() => {
    const isShorter = length < before.current
    before.current = length
    if (!isShorter || document.activeElement !== document.body) return
    list.current?.closest("section")?.querySelector<HTMLElement>("[tabindex=\"-1\"]")?.focus()
  }, [length])
  return <ul ref={list} className="lk-list" aria-label={label}>{children}</ul>
}

/** An item with its title, details and actions. */
export const Item = (
  { badges = [], busy = false, children, details = [], picture, title, dim = false, stacked = false }: {
    readonly title: ReactNode
    readonly picture?: ReactNode | undefined
    /** Details in a few words each. `undefined` entries are skipped. */
    readonly badges?: ReadonlyArray<Badge | undefined>
    readonly details?: ReadonlyArray<string | undefined>
    readonly busy?: boolean | undefined
    /** Whether the item has expired or been revoked. */
    readonly dim?: boolean | undefined
    /** Whether to place the buttons below the text, because there are many. */
    readonly stacked?: boolean | undefined
    /** The buttons. */
    readonly children?: ReactNode | undefined
  }
): ReactNode => (
  <li className="lk-item" aria-busy={busy || undefined} data-dim={dim || undefined}>
    {picture}
    <div className="lk-grow">
      <p className="lk-name">
        {inSpans(title)}
        {badges.map((badge) => badge === undefined ? null : <BadgeView key={badge.text} {...badge} />)}
      </p>
      {details.map((text) => text === undefined ? null : <p key={text} className="lk-hint">{text}</p>)}
    </div>
    {children === undefined
      ? null
      : <div className="lk-row lk-acts" data-stacked={stacked || undefined}>{children}</div>}
  </li>
)

/** A label on an item. */
export interface Badge {
  readonly text: string
  readonly look?: "good" | "danger" | undefined
}

const BadgeView = ({ look, text }: Badge) => (
  <>
    {" "}
    <span className="lk-badge" data-look={look}>{text}</span>
  </>
)

/** Placeholder for an empty list. */
export const Empty = ({ children, hint, title }: {
  readonly title: string
  readonly hint: string
  readonly children?: ReactNode | undefined
}): ReactNode => (
  <div className="lk-empty">
    <p className="lk-name">{title}</p>
    <p className="lk-soft">{hint}</p>
    {children}
  </div>
)
