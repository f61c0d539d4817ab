/** Settings of one team: name, members and API keys, according to the user's permissions. */
"use client"
import type { ReactNode } from "react"
import { visibleName } from "../../../schemas/entities/names.ts"
import { useGoToSection, useSectionHref } from "../../parts/account/openSection.ts"
import { type TeamState, useTeamSection } from "../../parts/account/useTeamSection.ts"
import { Avatar } from "../elements/Avatar.tsx"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { Notice, ProblemNotice } from "../elements/Notice.tsx"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { ApiKeys } from "./ApiKeys.tsx"
import { Confirm } from "./Confirm.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"
import { PictureField } from "./PictureField.tsx"
import { SaveRow } from "./SaveRow.tsx"
import { TeamInvitations } from "./team/TeamInvitations.tsx"
import { TeamMembers } from "./team/TeamMembers.tsx"
import { TeamProfile } from "./team/TeamProfile.tsx"

export const TeamSettings = ({ teamId }: { readonly teamId: string }): ReactNode => {
  const goTo = useGoToSection()
  const state = useTeamSection(teamId, { onGone: () => goTo("teams") })
  const mayRemove = state.step === "ready" && state.may.removeMembers
  return (
    <TeamView
      state={state}
      profile={<TeamProfile teamId={teamId} />}
      members={<TeamMembers teamId={teamId} mayRemove={mayRemove} />}
      invitations={<TeamInvitations teamId={teamId} mayRevoke={mayRemove} />}
      apiKeys={<ApiKeys teamId={teamId} />}
    />
  )
}

/** Parts of a team's settings. A part is shown if the user has the permissions for it. */
export interface TeamParts {
  readonly profile: ReactNode
  readonly members: ReactNode
  readonly invitations: ReactNode
  readonly apiKeys: ReactNode
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
            {(ready) => <Ready {...parts} {...ready} />}
          </LoadedView>
        )}
    </>
  )
}

const Ready = (state: ReadyOf<TeamState> & TeamParts) => {
  const { picture: pictureTexts, teams } = useAccountTexts()
  const { apiKeys, invitations, leave, may, members, pending, picture, problem, profile, rename, team } = state
  const name = visibleName(team.displayName) ?? teams.unnamed
  return (
    <>
      <header className="lk-row lk-team">
        {may.update ? null : <Avatar team id={team.id} name={name} url={team.profileImageUrl} />}
        <h3>{name}</h3>
      </header>
      {may.update
        ? (
          <>
            <PictureField team id={team.id} label={pictureTexts.ofTeam} name={name} picture={picture} />
            <FormView form={rename} label={teams.name}>
              <Field form={rename} name="displayName" label={teams.name} autoComplete="off" />
              <SaveRow form={rename} off={!rename.isChanged} />
            </FormView>
          </>
        )
        : null}
      <div className="lk-part">{profile}</div>
      {may.readMembers
        ? (
          <div className="lk-part">
            <h4>{teams.members}</h4>
            {members}
          </div>
        )
        : null}
      {may.readMembers && may.invite
        ? (
          <div className="lk-part">
            <h4>{teams.invitations}</h4>
            {invitations}
          </div>
        )
        : null}
      {may.manageApiKeys
        ? (
          <div className="lk-part">
            <h4>{teams.apiKeys}</h4>
            {apiKeys}
          </div>
        )
        : null}
      <div className="lk-danger">
        <ProblemNotice problem={problem} />
        <div className="lk-row">
          <Confirm
            to={teams.leave}
            look="danger"
            busy={pending}
            title={interpolate(teams.leaveTitle, { team: name })}
            onConfirm={leave}
          >
            {teams.leaveHint}
          </Confirm>
          {may.delete
            ? (
              <Confirm
                to={teams.delete}
                look="danger"
                busy={pending}
                title={interpolate(teams.deleteTitle, { team: name })}
                onConfirm={state.delete}
              >
                {teams.deleteHint}
              </Confirm>
            )
            : null}
        </div>
      </div>
    </>
  )
}
