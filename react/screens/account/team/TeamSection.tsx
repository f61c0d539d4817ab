/** A team in the account settings. `TeamSettings` shows the same parts on a page of their own. */
"use client"
import type { ReactNode } from "react"
import { visibleName } from "../../../../schemas/entities/names.ts"
import { useGoToSection, useSectionHref } from "../../../parts/account/openSection.ts"
import { type TeamState, useTeamSection } from "../../../parts/account/useTeamSection.ts"
import { Avatar } from "../../elements/Avatar.tsx"
import { Notice } from "../../elements/Notice.tsx"
import { useAccountTexts } from "../accountTexts.ts"
import { LoadedView } from "../LoadedView.tsx"
import { TeamForm, type TeamParts, teamPartsOf, TeamPartsView } from "./TeamPartsView.tsx"

export const TeamSection = ({ teamId }: { readonly teamId: string }): ReactNode => {
  const goTo = useGoToSection()
  const state = useTeamSection(teamId, { onGone: () => goTo("teams") })
  return <TeamView state={state} {...teamPartsOf(teamId, state)} />
}

/** Renders a team for a given state. */
export const TeamView = ({ state, ...parts }: TeamParts & { readonly state: TeamState }): ReactNode => {
  const { teams } = useAccountTexts()
  const hrefOf = useSectionHref()
  return (
    <>
      <p>
        <a href={hrefOf("teams")}>{teams.all}</a>
      </p>
      {state.step === "missing"
        ? <Notice look="plain" title={teams.missing}>{teams.missingHint}</Notice>
        : (
          <LoadedView state={state} rows={4}>
            {(ready) => {
              const name = visibleName(ready.team.displayName) ?? teams.unnamed
              return (
                <>
                  <header className="lk-row lk-team">
                    {ready.may.update
                      ? null
                      : <Avatar team id={ready.team.id} name={name} url={ready.team.profileImageUrl} />}
                    <h3>{name}</h3>
                  </header>
                  {ready.may.update ? <TeamForm {...ready} /> : null}
                  <TeamPartsView heading="h4" {...parts} {...ready} />
                </>
              )
            }}
          </LoadedView>
        )}
    </>
  )
}
