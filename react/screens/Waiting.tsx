/** What is shown until what is to be shown has arrived. */
"use client"
import { type ReactNode, startTransition, Suspense, useEffect, useState, useSyncExternalStore } from "react"
import { Frame } from "./Frame.tsx"
import { useTexts } from "./Language.tsx"

/**
 * The children, or a quiet card while they wait.
 *
 * React keeps a fallback on the screen for 300 ms once it was shown, however soon the children are ready. So in a
 * browser the card comes first and the children in a transition, which ends when they are ready. On a server, and where
 * its answer is hydrated, they are there from the start.
 */
export const Waiting = ({ children, until = <Moment /> }: {
  readonly children: ReactNode
  /** Shown instead of the card. */
  readonly until?: ReactNode
}): ReactNode => {
  const rendered = useSyncExternalStore(never, no, yes)
  const [begun, setBegun] = useState(rendered)
  useEffect(() => startTransition(() => setBegun(true)), [])
  return <Suspense fallback={until}>{begun ? children : until}</Suspense>
}

const never = () => no
const no = () => false
const yes = () => true

/** Something is on its way. */
export const Moment = (): ReactNode => {
  const { common } = useTexts()
  return (
    <Frame passing title={common.loading}>
      <span className="lk-busy" role="status" aria-label={common.loading} />
    </Frame>
  )
}
