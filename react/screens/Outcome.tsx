/** A screen that tells how something went: a title, a sentence, the ways on. */
"use client"
import type { ReactNode } from "react"
import { Button } from "./Button.tsx"
import { Frame } from "./Frame.tsx"
import { Notice, ProblemNotice } from "./Notice.tsx"

/** A way on: an address, or something to do. */
export type Way =
  & { readonly label: string }
  & ({ readonly to: string } | { readonly onPress: () => void; readonly busy?: boolean })

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
        {ways.map((way, index) =>
          "to" in way
            ? (
              <a key={way.label} className="lk-button" data-look={index === 0 ? "main" : "quiet"} href={way.to}>
                {way.label}
              </a>
            )
            : (
              <Button
                key={way.label}
                look={index === 0 ? "main" : "quiet"}
                busy={way.busy === true}
                onClick={way.onPress}
              >
                {way.label}
              </Button>
            )
        )}
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
