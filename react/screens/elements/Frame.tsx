/** The layout of every screen: one `main` or dialog, one heading, and the page's title. */
"use client"
import { type ReactNode, useContext, useEffect, useId } from "react"
import { BrandMark } from "../Brand.tsx"
import { Filled, type Values } from "../inSpans.tsx"
import { slot } from "../Slots.tsx"
import { DialogHeading, Heading, Main } from "./Main.tsx"
import { NoScript } from "./NoScript.tsx"
import { Title } from "./Title.tsx"

const Card = slot("Card", ({ children }) => <div className="lk-card">{children}</div>)

/** The most recently shown heading. */
let shown: string | undefined

/**
 * A card in the middle of the page, or in a dialog. If one step replaces another and the focused element disappears,
 * focus moves to the heading, which assistive technology then announces.
 */
export const Frame = ({ children, foot, icon, lead, look, title, values = {} }: {
  readonly title: string
  /** A sentence or two below the title. */
  readonly lead?: ReactNode | undefined
  /** Values of placeholders in a `lead` that is a string. */
  readonly values?: Values | undefined
  /** Replaces the brand's logo. */
  readonly icon?: ReactNode | undefined
  /** Colour of the icon. */
  readonly look?: "plain" | "good" | "danger" | undefined
  /** Shown below the card: a link to another screen. */
  readonly foot?: ReactNode | undefined
  readonly children?: ReactNode | undefined
}): ReactNode => {
  const own = useId()
  const id = useContext(DialogHeading) ?? own
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (shown !== undefined && shown !== title && isLost) document.getElementById(id)?.focus()
    shown = title
  }, [id, title])
  return (
    <Main>
      <Title>{title}</Title>
      <Card>
        <header className="lk-head">
          {icon === undefined ? <BrandMark /> : (
            <span className="lk-icon" data-look={look}>
              {icon}
            </span>
          )}
          <Heading id={id} tabIndex={-1}>{title}</Heading>
          {typeof lead === "string"
            ? (
              <p className="lk-soft">
                <Filled text={lead} values={values} />
              </p>
            )
            : lead}
        </header>
        <NoScript />
        {children}
        {foot === undefined ? null : <p className="lk-foot">{foot}</p>}
      </Card>
    </Main>
  )
}
