/** The magic-link-callback screen, opened by a link in an email. */
"use client"
import type { ReactNode } from "react"
import { type MagicLinkState, useMagicLink } from "../parts/useMagicLink.ts"
import { BrokenLinkView } from "./elements/BrokenLink.tsx"
import { LeavingView } from "./elements/Leaving.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard, Working } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { common, magicLink } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { common, magicLink }

/** Signs in with the link: immediately if this browser requested it, otherwise after confirmation. */
export const MagicLink = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <MagicLinkView {...useMagicLink()} />

/** Renders the screen for a given state. */
export const MagicLinkView = (state: MagicLinkState): ReactNode => {
  const { common, magicLink } = useWords(english)
  switch (state.step) {
    case "working":
      return <Working title={magicLink.working} />
    case "confirm": {
      const { confirm, email, homeUrl } = state
      return (
        <MessageCard
          title={magicLink.confirm}
          icon="mail"
          text={email === undefined ? magicLink.confirmHint : magicLink.otherHint}
          actions={[
            {
              label: email === undefined ? common.continue : interpolate(magicLink.continueAs, { email }),
              onPress: confirm
            },
            { label: common.home, to: homeUrl }
          ]}
        />
      )
    }
    case "leaving":
      return <LeavingView {...state} />
    case "broken":
      return (
        <BrokenLinkView
          {...state}
          title={magicLink.broken}
          action={state.signInUrl === undefined
            ? { label: common.home, to: state.homeUrl }
            : { label: magicLink.again, to: state.signInUrl }}
        />
      )
  }
}
