/** A page for signed-in users, without a user. */
"use client"
import type { ReactNode } from "react"
import type { NotSignedInState } from "../../parts/account/useSignedInUser.ts"
import { MessageCard } from "../elements/MessageCard.tsx"
import { Loading } from "../elements/Waiting.tsx"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { useAccountTexts } from "./accountTexts.ts"

const english = { common }

/** Renders the page for a given state. */
export const NotSignedInView = (state: NotSignedInState): ReactNode => {
  const { common } = useWords(english)
  const texts = useAccountTexts()
  return state.step === "leaving"
    ? <Loading wide />
    : (
      <MessageCard
        title={texts.over}
        text={texts.overHint}
        actions={[{ label: texts.signIn, to: state.signInUrl }, { label: common.home, to: state.homeUrl }]}
      />
    )
}
