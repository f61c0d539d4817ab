/** The magic-link-callback screen, where the mailed link leads. */
"use client"
import type { ReactNode } from "react"
import { type MagicLinkState, useMagicLink } from "../parts/useMagicLink.ts"
import { LeavingView } from "./elements/Leaving.tsx"
import { MessageCard, Working } from "./elements/MessageCard.tsx"
import { Waiting } from "./elements/Waiting.tsx"
import { useTexts } from "./Language.tsx"

/** Signs in whoever opened the link. */
export const MagicLink = (): ReactNode => (
  <Waiting>
    <Live />
  </Waiting>
)

const Live = () => <MagicLinkView {...useMagicLink()} />

/** The screen in a given state, without a platform. */
export const MagicLinkView = (state: MagicLinkState): ReactNode => {
  const { magicLink } = useTexts()
  switch (state.step) {
    case "working":
      return <Working title={magicLink.working} />
    case "leaving":
      return <LeavingView {...state} />
    case "broken":
      return (
        <MessageCard
          title={magicLink.broken}
          problem={state.problem}
          actions={[{ label: magicLink.again, to: state.signInUrl }]}
        />
      )
  }
}
