/** The screen on which a signed-in user confirms who they are. */
"use client"
import type { ReactNode } from "react"
import { type ConfirmIdentityState, useConfirmIdentity } from "../../parts/account/useConfirmIdentity.ts"
import { Button } from "../elements/Button.tsx"
import { FormView } from "../elements/FormView.tsx"
import { Frame } from "../elements/Frame.tsx"
import { LeavingView } from "../elements/Leaving.tsx"
import type { ScreenProps } from "../elements/Main.tsx"
import { Working } from "../elements/MessageCard.tsx"
import { Screen } from "../elements/Screen.tsx"
import { useWords } from "../Language.tsx"
import { MailedCode } from "../mail/MailedCode.tsx"
import { confirmIdentity } from "../texts/english.ts"
import { ConfirmMethods } from "./ConfirmMethods.tsx"

const english = { confirmIdentity }

/**
 * Lets the signed-in user sign in again with the address of the account, for operations that require a recent sign-in.
 * Then goes to the next page. Signed-out visitors go to the sign-in page.
 */
export const ConfirmIdentity = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <ConfirmIdentityView {...useConfirmIdentity()} />

/** Renders the screen for a given state. */
export const ConfirmIdentityView = (state: ConfirmIdentityState): ReactNode => {
  const { confirmIdentity } = useWords(english)
  switch (state.step) {
    case "redirecting":
      return <Working title={confirmIdentity.title} />
    case "leaving":
      return <LeavingView {...state} />
    case "codeSent":
      return <MailedCode {...state} fixedAddress />
    case "methods":
      return <ConfirmMethods {...state} />
    case "signOut":
      return (
        <Frame title={confirmIdentity.title} lead={confirmIdentity.byOtherWay} values={{ name: state.userName }}>
          <FormView form={state.signOut} label={confirmIdentity.signOut}>
            <Button type="submit" look="main" busy={state.signOut.pending}>{confirmIdentity.signOut}</Button>
          </FormView>
        </Frame>
      )
  }
}
