/** What a screen shows until what it stands on has arrived. */
"use client"
import { type ReactNode, Suspense } from "react"
import { Frame } from "./Frame.tsx"
import { useTexts } from "./Language.tsx"

/** The children, or a quiet card while they wait. */
export const Waiting = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Suspense fallback={<Moment />}>{children}</Suspense>
)

/** Something is on its way. */
export const Moment = (): ReactNode => {
  const { common } = useTexts()
  return (
    <Frame passing title={common.loading}>
      <span className="lk-busy" role="status" aria-label={common.loading} />
    </Frame>
  )
}
