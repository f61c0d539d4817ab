/** The magic-link-callback screen, where the mailed link leads. */
"use client"
import type { ReactNode } from "react"
import { type MagicLinkState, useMagicLink } from "../parts/useMagicLink.ts"
import { LeavingView } from "./elements/Leaving.tsx"
import { MessageCard, Working } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { magicLink } from "./texts/english.ts"

const english = { magicLink }

/** Signs in whoever opened the link. */
export const MagicLink = (): ReactNode => (
  <Screen>
    <Live />
  </Screen>
)

const Live = () => <MagicLinkView {...useMagicLink()} />

/** The screen in a given state, without a platform. */
export const MagicLinkView = (state: MagicLinkState): ReactNode => {
  const { magicLink } = useWords(english)
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
