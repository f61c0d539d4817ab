/** A section that is loading or failed to load. */
"use client"
import type { ReactNode } from "react"
import type { Failure } from "../../index.ts"
import type { Loaded } from "../../parts/account/Loaded.ts"
import { Button } from "../elements/Button.tsx"
import { Notice } from "../elements/Notice.tsx"
import { useProblemText } from "../elements/problemText.ts"
import { useUnhurried } from "../elements/useUnhurried.ts"
import { Waiting } from "../elements/Waiting.tsx"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { useAccountTexts } from "./accountTexts.ts"

const english = { common }

/** Type of a section's state once the section has loaded. */
export type ReadyOf<State> = Omit<Extract<State, { readonly step: "ready" }>, "step">

/** Renders the loaded section, or a placeholder or error. */
export const LoadedView = <Ready extends object>({ children, rows, state }: {
  readonly state: Loaded<Ready>
  /** Usual number of items, so that the placeholder has a similar height. */
  readonly rows?: number | undefined
  readonly children: (ready: Ready) => ReactNode
}): ReactNode => {
  const isUnhurried = useUnhurried(state.step === "loading")
  if (isUnhurried) return <Skeleton rows={rows} />
  switch (state.step) {
    case "loading":
      return <Skeleton rows={rows} />
    case "failed":
      return <Failed {...state} />
    case "ready":
      return children(state)
  }
}

/** Placeholder for a section whose code or data is loading. */
export const WaitingSection = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Waiting until={<Skeleton />} failed={sorry}>
    {children}
  </Waiting>
)

const sorry = ({ error, isPending, retry }: Failure) => (
  <Failed step="failed" problem={error} retry={retry} retrying={isPending} />
)

/** Placeholder for list items. */
const Skeleton = ({ rows = 2 }: { readonly rows?: number | undefined }): ReactNode => {
  const { common } = useWords(english)
  return (
    <div className="lk-list" role="status">
      <span className="lk-hidden">{common.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="lk-item lk-skeleton" aria-hidden="true">
          <span />
        </div>
      ))}
    </div>
  )
}

const Failed = ({ problem, retry, retrying }: Extract<Loaded<{}>, { readonly step: "failed" }>) => {
  const { common } = useWords(english)
  const texts = useAccountTexts()
  const text = useProblemText(problem)
  return (
    <Notice look="danger" title={texts.failed}>
      <div className="lk-stack lk-tight">
        <p>{text}</p>
        <div>
          <Button className="lk-small" busy={retrying} onClick={retry}>{common.retry}</Button>
        </div>
      </div>
    </Notice>
  )
}
