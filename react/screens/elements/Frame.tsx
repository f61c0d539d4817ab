/** What every screen stands in: one `main`, one heading, the page's title. */
"use client"
import { type ReactNode, useEffect, useRef } from "react"
import { Main } from "./Main.tsx"
import { NoScript } from "./NoScript.tsx"

/** The heading that was shown last. */
let shown: string | undefined

/**
 * A card in the middle of the page. Where a step takes the place of another and the focus went with what it was on, it
 * goes to the heading, which assistive technology then reads out.
 */
export const Frame = ({ children, foot, lead, passing = false, title, wide = false }: {
  readonly title: string
  /** A sentence below the title. */
  readonly lead?: ReactNode
  /** Below everything, quietly: the way to another screen. */
  readonly foot?: ReactNode
  readonly wide?: boolean
  /** Only until the screen is there: nothing to read out. */
  readonly passing?: boolean
  readonly children?: ReactNode
}): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (passing) return
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (shown !== undefined && shown !== title && isLost) heading.current?.focus()
    shown = title
  }, [passing, title])
  return (
    <Main>
      <title>{title}</title>
      <div className={wide ? "lk-card lk-wide" : "lk-card"}>
        <header className="lk-head">
          <h1 ref={heading} tabIndex={-1}>{title}</h1>
          {lead === undefined ? null : <p className="lk-soft">{lead}</p>}
        </header>
        <NoScript />
        {children}
        {foot === undefined ? null : <p className="lk-foot">{foot}</p>}
      </div>
    </Main>
  )
}
