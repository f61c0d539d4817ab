/** A team's members. */
"use client"
import type { ReactNode } from "react"
import { visibleName } from "../../../../schemas/entities/names.ts"
import { type TeamMembersState, useTeamMembers } from "../../../parts/account/useTeamSection.ts"
import { Avatar } from "../../elements/Avatar.tsx"
import { ProblemNotice } from "../../elements/Notice.tsx"
import { interpolate } from "../../texts/interpolate.ts"
import { useAccountTexts } from "../accountTexts.ts"
import { Confirm } from "../Confirm.tsx"
import { Item, List } from "../List.tsx"
import { LoadedView } from "../LoadedView.tsx"

export const TeamMembers = (props: { readonly teamId: string; readonly mayRemove: boolean }): ReactNode => (
  <TeamMembersView state={useTeamMembers(props.teamId)} mayRemove={props.mayRemove} />
)

/** Renders the members for a given state. */
export const TeamMembersView = ({ mayRemove, state }: {
  readonly state: TeamMembersState
  readonly mayRemove: boolean
}): ReactNode => {
  const { teams } = useAccountTexts()
  return (
    <LoadedView state={state}>
      {({ members, ownId, ownName, remove }) => (
        <>
          <ProblemNotice problem={remove.problem} />
          <List label={teams.members} length={members.length}>
            {members.map(({ displayName, profileImageUrl, userId }) => {
              const known = visibleName(displayName) ?? (userId === ownId ? ownName : undefined)
              const name = known ?? teams.unnamedMember
              return (
                <Item
                  key={userId}
                  picture={<Avatar id={userId} name={name} url={profileImageUrl} />}
                  title={known === undefined ? name : <bdi translate="no">{name}</bdi>}
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
