/** A screen that tells how something went: a title, a sentence, the ways on. */
"use client"
import type { ReactNode } from "react"
import { Button } from "./Button.tsx"
import { Frame } from "./Frame.tsx"
import { LinkOn } from "./LinkOn.tsx"
import { Notice, ProblemNotice } from "./Notice.tsx"

/** A way on: an address, or something to do. `done`: "back" does not lead to this page. */
export type Way =
  & { readonly label: string }
  & ({ readonly to: string; readonly done?: boolean } | { readonly onPress: () => void; readonly busy?: boolean })

/** The first way is the main one. */
export const Outcome = ({ children, look = "plain", problem, text, title, ways = [] }: {
  readonly title: string
  readonly text?: string | undefined
  readonly look?: "plain" | "good" | "danger"
  /** Shown in the reader's language. */
  readonly problem?: unknown
  readonly ways?: ReadonlyArray<Way>
  readonly children?: ReactNode
}): ReactNode => (
  <Frame title={title}>
    {text === undefined ? null : <Notice look={look}>{text}</Notice>}
    <ProblemNotice problem={problem} />
    {children}
    {ways.length === 0 ? null : (
      <div className="lk-stack lk-tight">
        {ways.map((way, index) => {
          const look = index === 0 ? "main" : "quiet"
          if ("onPress" in way) {
            return (
              <Button key={way.label} look={look} busy={way.busy === true} onClick={way.onPress}>{way.label}</Button>
            )
          }
          const Link = way.done === true ? LinkOn : "a"
          return <Link key={way.label} className="lk-button" data-look={look} href={way.to}>{way.label}</Link>
        })}
      </div>
    )}
  </Frame>
)

/** Something is going on that ends by itself. */
export const Working = ({ title }: { readonly title: string }): ReactNode => (
  <Frame title={title}>
    <span className="lk-busy" role="status" aria-label={title} />
  </Frame>
)
