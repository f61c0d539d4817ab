/** The profile section: name and picture. */
"use client"
import type { ReactNode } from "react"
import { type ProfileState, useProfileSection } from "../../parts/account/useProfileSection.ts"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { useAccountTexts } from "./accountTexts.ts"
import { PictureField } from "./PictureField.tsx"
import { SaveRow } from "./SaveRow.tsx"

export const Profile = (): ReactNode => <ProfileView {...useProfileSection()} />

/** The section in a given state, without a platform. */
export const ProfileView = ({ form, picture }: ProfileState): ReactNode => {
  const { picture: pictureTexts, profile, sections } = useAccountTexts()
  return (
    <>
      <PictureField label={pictureTexts.label} name={form.values.displayName} picture={picture} />
      <FormView form={form} label={sections.profile}>
        <Field form={form} name="displayName" label={profile.name} autoComplete="name" />
        <SaveRow form={form} />
      </FormView>
    </>
  )
}
