/** A team's pending invitations. */
"use client"
import type { ReactNode } from "react"
import { type TeamInvitationsState, useTeamInvitations } from "../../../parts/account/useTeamSection.ts"
import { Button } from "../../elements/Button.tsx"
import { Field } from "../../elements/Field.tsx"
import { FormView } from "../../elements/FormView.tsx"
import { ProblemNotice } from "../../elements/Notice.tsx"
import { interpolate } from "../../texts/interpolate.ts"
import { useAccountTexts } from "../accountTexts.ts"
import { useDates } from "../dates.ts"
import { Item, List } from "../List.tsx"
import { LoadedView } from "../LoadedView.tsx"
import { SaveRow } from "../SaveRow.tsx"
import { VisuallyHidden } from "../VisuallyHidden.tsx"

export const TeamInvitations = (props: { readonly teamId: string; readonly mayRevoke: boolean }): ReactNode => (
  <TeamInvitationsView state={useTeamInvitations(props.teamId)} mayRevoke={props.mayRevoke} />
)

/** Renders the invitations for a given state. */
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
                    title={<bdi translate="no">{recipientEmail}</bdi>}
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
