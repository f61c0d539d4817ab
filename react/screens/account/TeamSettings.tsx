/** One team: its name, its people, its keys, as far as the reader may. */
"use client"
import type { ReactNode } from "react"
import {
  type TeamInvitationsState,
  type TeamMembersState,
  type TeamProfileState,
  type TeamState,
  useTeamInvitations,
  useTeamMembers,
  useTeamProfile,
  useTeamSection
} from "../../parts/account/useTeamSection.ts"
import { Avatar } from "../elements/Avatar.tsx"
import { Button } from "../elements/Button.tsx"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { Notice, ProblemNotice } from "../elements/Notice.tsx"
import { VisuallyHidden } from "../elements/VisuallyHidden.tsx"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { ApiKeys } from "./ApiKeys.tsx"
import { Confirm } from "./Confirm.tsx"
import { useDates } from "./dates.ts"
import { Item, List } from "./List.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"
import { PictureField } from "./PictureField.tsx"
import { SaveRow } from "./SaveRow.tsx"

export const TeamSettings = ({ teamId }: { readonly teamId: string }): ReactNode => {
  const state = useTeamSection(teamId, { onGone: toAllTeams })
  const mayRemove = state.step === "ready" && state.may.removeMembers
  return (
    <TeamView
      state={state}
      profile={<Profile teamId={teamId} />}
      members={<Members teamId={teamId} mayRemove={mayRemove} />}
      invitations={<Invitations teamId={teamId} mayRevoke={mayRemove} />}
      apiKeys={<ApiKeys teamId={teamId} />}
    />
  )
}

const toAllTeams = () => {
  location.hash = "/teams"
}

const Profile = ({ teamId }: { readonly teamId: string }) => <TeamProfileView {...useTeamProfile(teamId)} />

const Members = (props: { readonly teamId: string; readonly mayRemove: boolean }) => (
  <TeamMembersView state={useTeamMembers(props.teamId)} mayRemove={props.mayRemove} />
)

const Invitations = (props: { readonly teamId: string; readonly mayRevoke: boolean }) => (
  <TeamInvitationsView state={useTeamInvitations(props.teamId)} mayRevoke={props.mayRevoke} />
)

/** The parts of a team, where its rights allow them. */
export interface TeamParts {
  readonly profile: ReactNode
  readonly members: ReactNode
  readonly invitations: ReactNode
  readonly apiKeys: ReactNode
}

/** A team in a given state, without a platform. */
export const TeamView = ({ state, ...parts }: TeamParts & { readonly state: TeamState }): ReactNode => {
  const { teams } = useAccountTexts()
  return (
    <>
      <p>
        <a href="#/teams">{teams.all}</a>
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
  const name = team.displayName === "" ? teams.unnamed : team.displayName
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

/** One's own name in a team. */
export const TeamProfileView = (state: TeamProfileState): ReactNode => {
  const { teams } = useAccountTexts()
  return (
    <LoadedView state={state} rows={1}>
      {({ form }) => (
        <FormView form={form} label={teams.yourName}>
          <Field
            form={form}
            name="displayName"
            label={teams.yourName}
            hint={teams.yourNameHint}
            autoComplete="nickname"
          />
          <SaveRow form={form} look="plain" off={!form.isChanged} />
        </FormView>
      )}
    </LoadedView>
  )
}

/** A team's members. */
export const TeamMembersView = ({ mayRemove, state }: {
  readonly state: TeamMembersState
  readonly mayRemove: boolean
}): ReactNode => {
  const { teams } = useAccountTexts()
  return (
    <LoadedView state={state}>
      {({ members, ownId, remove }) => (
        <>
          <ProblemNotice problem={remove.problem} />
          <List label={teams.members} length={members.length}>
            {members.map(({ displayName, profileImageUrl, userId }) => {
              const name = displayName ?? teams.unnamedMember
              return (
                <Item
                  key={userId}
                  picture={<Avatar id={userId} name={name} url={profileImageUrl} />}
                  title={name}
                  badges={[userId === ownId ? { text: teams.you } : undefined]}
                  busy={remove.busy === userId}
                >
                  {mayRemove && userId !== ownId
                    ? (
                      <Confirm
                        to={teams.removeMember}
                        look="remove"
                        about={name}
                        busy={remove.busy === userId}
                        title={interpolate(teams.removeMemberTitle, { name })}
                        onConfirm={() => remove.run(userId)}
                      >
                        {teams.removeMemberHint}
                      </Confirm>
                    )
                    : undefined}
                </Item>
              )
            })}
          </List>
        </>
      )}
    </LoadedView>
  )
}

/** A team's open invitations. */
export const TeamInvitationsView = ({ mayRevoke, state }: {
  readonly state: TeamInvitationsState
  readonly mayRevoke: boolean
}): ReactNode => {
  const { teams } = useAccountTexts()
  const { day } = useDates()
  return (
    <LoadedView state={state} rows={1}>
      {({ invitations, invite, invited, revoke }) => (
        <>
          <FormView form={invite} label={teams.invite}>
            <Field form={invite} name="email" type="email" label={teams.inviteEmail} autoComplete="off" />
            <SaveRow
              form={invite}
              label={teams.invite}
              look="plain"
              said={invited === undefined ? undefined : interpolate(teams.invited, { email: invited })}
            />
          </FormView>
          <ProblemNotice problem={revoke.problem} />
          {invitations.length === 0 ?
            <p className="lk-hint">{teams.noInvitations}</p> :
            (
              <List label={teams.invitations} length={invitations.length}>
                {invitations.map(({ expiresAt, id, recipientEmail }) => (
                  <Item
                    key={id}
                    title={<bdi>{recipientEmail}</bdi>}
                    details={[interpolate(teams.expires, { time: day(expiresAt) })]}
                    busy={revoke.busy === id}
                  >
                    {mayRevoke
                      ? (
                        <Button
                          className="lk-small"
                          look="quiet"
                          busy={revoke.busy === id}
                          onClick={() => revoke.run(id)}
                        >
                          {teams.revokeInvitation}
                          <VisuallyHidden>{recipientEmail}</VisuallyHidden>
                        </Button>
                      )
                      : undefined}
                  </Item>
                ))}
              </List>
            )}
        </>
      )}
    </LoadedView>
  )
}
