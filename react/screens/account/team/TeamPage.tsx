/** The content of the page of one team. */
"use client"
import { type ReactNode, useState } from "react"
import { visibleName } from "../../../../schemas/entities/names.ts"
import { redirectTo } from "../../../../src/flows/redirects/index.ts"
import { useRunEffect } from "../../../index.ts"
import { useSignedInUser } from "../../../parts/account/useSignedInUser.ts"
import { type TeamState, useTeamSection } from "../../../parts/account/useTeamSection.ts"
import { Avatar } from "../../elements/Avatar.tsx"
import { Heading, Main } from "../../elements/Main.tsx"
import { MessageCard } from "../../elements/MessageCard.tsx"
import { NoScript } from "../../elements/NoScript.tsx"
import { Sign } from "../../elements/Sign.tsx"
import { Title } from "../../elements/Title.tsx"
import { useUnhurried } from "../../elements/useUnhurried.ts"
import { Loading } from "../../elements/Waiting.tsx"
import { useWords } from "../../Language.tsx"
import { common } from "../../texts/english.ts"
import { interpolate } from "../../texts/interpolate.ts"
import { useAccountTexts } from "../accountTexts.ts"
import { LoadedView } from "../LoadedView.tsx"
import { NotSignedInView } from "../NotSignedIn.tsx"
import { Part, TeamForm, type TeamParts, teamPartsOf, TeamPartsView } from "./TeamPartsView.tsx"

const english = { common }

interface OfTeam {
  readonly teamId: string
  readonly onGone: (() => void) | undefined
}

export const TeamPage = (props: OfTeam) => {
  const signedIn = useSignedInUser()
  return signedIn.step === "open"
    ? <OfUser homeUrl={signedIn.homeUrl} {...props} />
    : <NotSignedInView {...signedIn} />
}

const OfUser = ({ homeUrl, onGone, teamId }: OfTeam & { readonly homeUrl: string }) => {
  const runEffect = useRunEffect()
  const [isGone, setIsGone] = useState(false)
  const state = useTeamSection(teamId, {
    onGone: onGone ?? (() => {
      setIsGone(true)
      void runEffect(redirectTo.home({ replace: true }))
    })
  })
  return (
    <TeamSettingsView homeUrl={homeUrl} state={isGone ? { step: "loading" } : state} {...teamPartsOf(teamId, state)} />
  )
}

/** Renders the page for a given state. */
export const TeamSettingsView = ({ homeUrl, state, ...parts }: TeamParts & {
  readonly state: TeamState
  readonly homeUrl: string
}): ReactNode => {
  const { common } = useWords(english)
  const { backToApp, teams } = useAccountTexts()
  const isUnhurried = useUnhurried(state.step === "loading")
  if (isUnhurried || state.step === "loading") return <Loading wide />
  if (state.step === "missing") {
    return (
      <MessageCard title={teams.missing} text={teams.missingHint} actions={[{ label: common.home, to: homeUrl }]} />
    )
  }
  const team = state.step === "ready" ? state.team : undefined
  const name = team === undefined ? teams.title : visibleName(team.displayName) ?? teams.unnamed
  return (
    <Main className="lk-top">
      <Title>{team === undefined ? teams.title : interpolate(teams.pageTitle, { team: name })}</Title>
      <div className="lk-card lk-wide lk-sheet">
        <header className="lk-who">
          {team === undefined ? null : <Avatar team id={team.id} name={name} url={team.profileImageUrl} />}
          <div className="lk-grow">
            <Heading>{name}</Heading>
            {team === undefined ? null : <p className="lk-soft">{teams.title}</p>}
          </div>
          <a className="lk-home" href={homeUrl}>
            <Sign of="back" />
            <span>{backToApp}</span>
          </a>
        </header>
        <div className="lk-section">
          <NoScript />
          <LoadedView state={state}>
            {(ready) => (
              <>
                {ready.may.update
                  ? (
                    <Part heading="h2" title={teams.team}>
                      <TeamForm {...ready} />
                    </Part>
                  )
                  : null}
                <TeamPartsView heading="h2" profileTitle={teams.you} {...parts} {...ready} />
              </>
            )}
          </LoadedView>
        </div>
      </div>
    </Main>
  )
}
