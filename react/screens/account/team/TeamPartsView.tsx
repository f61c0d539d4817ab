/** The parts of a team's settings: in the account settings, and on a page of their own. */
"use client"
import type { ReactNode } from "react"
import { visibleName } from "../../../../schemas/entities/names.ts"
import type { TeamState } from "../../../parts/account/useTeamSection.ts"
import { Field } from "../../elements/Field.tsx"
import { FormView } from "../../elements/FormView.tsx"
import { ProblemNotice } from "../../elements/Notice.tsx"
import { interpolate } from "../../texts/interpolate.ts"
import { useAccountTexts } from "../accountTexts.ts"
import { ApiKeys } from "../ApiKeys.tsx"
import { Confirm } from "../Confirm.tsx"
import type { ReadyOf } from "../LoadedView.tsx"
import { PictureField } from "../PictureField.tsx"
import { SaveRow } from "../SaveRow.tsx"
import { TeamInvitations } from "./TeamInvitations.tsx"
import { TeamMembers } from "./TeamMembers.tsx"
import { TeamProfile } from "./TeamProfile.tsx"

/** Parts of a team's settings. A part is shown if the user has the permissions for it. */
export interface TeamParts {
  readonly profile: ReactNode
  readonly members: ReactNode
  readonly invitations: ReactNode
  readonly apiKeys: ReactNode
}

export const teamPartsOf = (teamId: string, state: TeamState): TeamParts => {
  const mayRemove = state.step === "ready" && state.may.removeMembers
  return {
    profile: <TeamProfile teamId={teamId} />,
    members: <TeamMembers teamId={teamId} mayRemove={mayRemove} />,
    invitations: <TeamInvitations teamId={teamId} mayRevoke={mayRemove} />,
    apiKeys: <ApiKeys teamId={teamId} />
  }
}

/** The team's picture and name. */
export const TeamForm = ({ picture, rename, team }: ReadyOf<TeamState>): ReactNode => {
  const { picture: pictureTexts, teams } = useAccountTexts()
  const name = visibleName(team.displayName) ?? teams.unnamed
  return (
    <>
      <PictureField team id={team.id} label={pictureTexts.ofTeam} name={name} picture={picture} />
      <FormView form={rename} label={teams.name}>
        <Field form={rename} name="displayName" label={teams.name} autoComplete="off" />
        <SaveRow form={rename} off={!rename.isChanged} />
      </FormView>
    </>
  )
}

/** A part with its heading. */
export const Part = ({ children, heading: Heading, title }: {
  readonly heading: "h2" | "h4"
  readonly title?: string | undefined
  readonly children: ReactNode
}): ReactNode => (
  <div className="lk-part">
    {title === undefined ? null : <Heading>{title}</Heading>}
    <div className="lk-stack">{children}</div>
  </div>
)

/** Everything that the user may see and do, except for the team's own picture and name. */
export const TeamPartsView = (
  { apiKeys, heading, invitations, members, profile, profileTitle, ...ready }: ReadyOf<TeamState> & TeamParts & {
    readonly heading: "h2" | "h4"
    readonly profileTitle?: string | undefined
  }
): ReactNode => {
  const { teams } = useAccountTexts()
  const { may } = ready
  return (
    <>
      <Part heading={heading} title={profileTitle}>{profile}</Part>
      {may.readMembers ? <Part heading={heading} title={teams.members}>{members}</Part> : null}
      {may.readMembers && may.invite ? <Part heading={heading} title={teams.invitations}>{invitations}</Part> : null}
      {may.manageApiKeys ? <Part heading={heading} title={teams.apiKeys}>{apiKeys}</Part> : null}
      <Danger {...ready} />
    </>
  )
}

const Danger = ({ leave, may, pending, problem, team, ...state }: ReadyOf<TeamState>) => {
  const { teams } = useAccountTexts()
  const name = visibleName(team.displayName) ?? teams.unnamed
  return (
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
  )
}
