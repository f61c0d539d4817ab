/** The sign-out screen. */
"use client"
import type { ReactNode } from "react"
import { type SignOutState, useSignOut } from "../parts/useSignOut.ts"
import { Button, ButtonLink } from "./elements/Button.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { common, signOut } from "./texts/english.ts"

const english = { common, signOut }

/** Signs the user out after confirmation. */
export const SignOut = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <SignOutView {...useSignOut()} />

/** Renders the screen for a given state. */
export const SignOutView = (state: SignOutState): ReactNode => {
  const { common, signOut } = useWords(english)
  switch (state.step) {
    case "ask":
      return (
        <Frame
          title={signOut.title}
          lead={state.userName === undefined ? signOut.askUnknown : signOut.ask}
          values={{ name: state.userName }}
        >
          <FormView form={state.form}>
            <Button type="submit" look="main" busy={state.form.pending}>{signOut.submit}</Button>
            <ButtonLink look="quiet" href={state.homeUrl}>{common.cancel}</ButtonLink>
          </FormView>
        </Frame>
      )
    case "done":
      return (
        <MessageCard
          title={signOut.done}
          look={state.revoked ? "good" : "plain"}
          text={state.revoked ? signOut.doneHint : signOut.pendingHint}
          actions={[{ label: common.home, to: state.homeUrl }, { label: signOut.again, to: state.signInUrl }]}
        />
      )
    case "nobody":
      return (
        <MessageCard
          title={signOut.nobody}
          text={signOut.nobodyHint}
          actions={[{ label: common.home, to: state.homeUrl }, { label: signOut.again, to: state.signInUrl }]}
        />
      )
  }
}
