/** The cli-auth-confirm screen, opened by a command-line tool. */
"use client"
import type { ReactNode } from "react"
import { type CliConfirmationState, useCliConfirmation } from "../../parts/useCliConfirmation.ts"
import { Button } from "../elements/Button.tsx"
import { FormView } from "../elements/FormView.tsx"
import { Frame } from "../elements/Frame.tsx"
import type { ScreenProps } from "../elements/Main.tsx"
import { MessageCard } from "../elements/MessageCard.tsx"
import { Screen } from "../elements/Screen.tsx"
import { useWords } from "../Language.tsx"
import { cli, common } from "../texts/english.ts"

const english = { cli, common }

/** Lets a user grant access to a command-line tool. */
export const CliConfirmation = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <CliConfirmationView {...useCliConfirmation()} />

/** Renders the screen for a given state. */
export const CliConfirmationView = (state: CliConfirmationState): ReactNode => {
  const { cli, common } = useWords(english)
  const home = ({ homeUrl }: { readonly homeUrl: string }) => [{ label: common.home, to: homeUrl }] as const
  switch (state.step) {
    case "signedOut":
      return (
        <MessageCard
          title={cli.title}
          text={cli.signedOut}
          problem={state.goOn.problem}
          actions={[{ label: cli.signIn, onPress: state.goOn.submit, busy: state.goOn.pending }]}
        />
      )
    case "ask":
      return (
        <Frame title={cli.title} lead={cli.lead} values={{ name: state.userName }}>
          {state.code === undefined ? null : (
            <p>
              <span>{cli.compare}</span> <code dir="ltr" translate="no">{state.code}</code>
            </p>
          )}
          <FormView form={state.form}>
            <Button type="submit" look="main" busy={state.form.pending}>{cli.confirm}</Button>
            <Button onClick={state.deny}>{cli.deny}</Button>
          </FormView>
        </Frame>
      )
    case "done":
      return <MessageCard title={cli.done} look="good" text={cli.doneHint} actions={home(state)} />
    case "denied":
      return <MessageCard title={cli.denied} text={cli.deniedHint} actions={home(state)} />
    case "missing":
      return <MessageCard title={cli.broken} look="danger" text={cli.missing} actions={home(state)} />
    case "broken":
      return <MessageCard title={cli.broken} problem={state.problem} actions={home(state)} />
  }
}
