/** The team-invitation screen, opened by a link in an email. */
"use client"
import type { ReactNode } from "react"
import { visibleName } from "../../schemas/entities/names.ts"
import { VerificationCodeError } from "../../schemas/errors/verificationCodes.ts"
import { type TeamInvitationState, useTeamInvitation } from "../parts/useTeamInvitation.ts"
import { BrokenLinkView } from "./elements/BrokenLink.tsx"
import { Button } from "./elements/Button.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard, Working } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { common, teamInvitation, teamSwitcher } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { common, teamInvitation, teamSwitcher }

/** Lets a user join a team. */
export const TeamInvitation = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <TeamInvitationView {...useTeamInvitation()} />

/** Renders the screen for a given state. */
export const TeamInvitationView = (state: TeamInvitationState): ReactNode => {
  const { common, teamInvitation, teamSwitcher } = useWords(english)
  const teamName = (name: string) => visibleName(name) ?? teamSwitcher.unnamed
  switch (state.step) {
    case "working":
      return <Working title={common.loading} />
    case "signedOut":
      return (
        <MessageCard
          title={teamInvitation.plainTitle}
          text={teamInvitation.signedOut}
          actions={[
            { label: teamInvitation.signIn, to: state.signInUrl },
            { label: teamInvitation.signUp, to: state.signUpUrl }
          ]}
        />
      )
    case "restricted":
      return (
        <MessageCard
          title={teamInvitation.plainTitle}
          text={teamInvitation.restricted}
          actions={[{ label: common.continue, to: state.onboardingUrl }]}
        />
      )
    case "ask":
      return (
        <Frame
          title={interpolate(teamInvitation.title, { team: teamName(state.teamName) })}
          lead={teamInvitation.lead}
          values={{ team: teamName(state.teamName), name: state.userName }}
        >
          <FormView form={state.form}>
            <Button type="submit" look="main" busy={state.form.pending}>{teamInvitation.accept}</Button>
            <Button onClick={state.decline}>{teamInvitation.decline}</Button>
            <Button look="quiet" onClick={state.otherAccount}>{teamInvitation.otherAccount}</Button>
          </FormView>
        </Frame>
      )
    case "done":
      return (
        <MessageCard
          title={interpolate(teamInvitation.done, { team: teamName(state.teamName) })}
          look="good"
          text={teamInvitation.doneHint}
          actions={[{ label: common.home, to: state.homeUrl, done: true }]}
        />
      )
    case "declined":
      return (
        <MessageCard
          title={teamInvitation.declined}
          text={teamInvitation.declinedHint}
          actions={[{ label: common.home, to: state.homeUrl }]}
        />
      )
    case "mismatch":
      return (
        <MessageCard
          title={teamInvitation.mismatch}
          problem={state.problem}
          actions={[
            { label: teamInvitation.otherAccount, onPress: state.otherAccount, busy: state.signingOut },
            { label: common.home, to: state.homeUrl }
          ]}
        />
      )
    case "broken":
      return (
        <BrokenLinkView
          {...state}
          title={teamInvitation.broken}
          // The title already has the text of the error.
          text={state.problem instanceof VerificationCodeError ? teamInvitation.brokenHint : undefined}
          action={{ label: common.home, to: state.homeUrl }}
        />
      )
  }
}
