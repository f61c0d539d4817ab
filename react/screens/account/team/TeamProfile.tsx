/** The user's name in a team. */
"use client"
import type { ReactNode } from "react"
import { type TeamProfileState, useTeamProfile } from "../../../parts/account/useTeamSection.ts"
import { Field } from "../../elements/Field.tsx"
import { FormView } from "../../elements/FormView.tsx"
import { useAccountTexts } from "../accountTexts.ts"
import { LoadedView } from "../LoadedView.tsx"
import { SaveRow } from "../SaveRow.tsx"

export const TeamProfile = ({ teamId }: { readonly teamId: string }): ReactNode => (
  <TeamProfileView {...useTeamProfile(teamId)} />
)

/** Renders the form for a given state. */
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
