/** The profile section: name and picture. */
"use client"
import type { ReactNode } from "react"
import { useProject } from "../../index.ts"
import { type ProfileState, useProfileSection } from "../../parts/account/useProfileSection.ts"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { useAccountTexts } from "./accountTexts.ts"
import { Deletion } from "./Deletion.tsx"
import { PictureField } from "./PictureField.tsx"
import { SaveRow } from "./SaveRow.tsx"

export const Profile = (): ReactNode => {
  const { clientUserDeletionEnabled } = useProject().config
  return (
    <ProfileView {...useProfileSection()}>
      {clientUserDeletionEnabled ? <Deletion /> : undefined}
    </ProfileView>
  )
}

/** Renders the section for a given state. */
export const ProfileView = ({ children, form, picture, userId, userName }: ProfileState & {
  /** Dangerous actions. */
  readonly children?: ReactNode | undefined
}): ReactNode => {
  const { picture: pictureTexts, profile, sections } = useAccountTexts()
  return (
    <>
      <PictureField id={userId} label={pictureTexts.label} name={userName} picture={picture} />
      <FormView form={form} label={sections.profile}>
        <Field form={form} name="displayName" label={profile.name} autoComplete="name" />
        <SaveRow form={form} off={!form.isChanged} />
      </FormView>
      {children === undefined ? null : <div className="lk-danger">{children}</div>}
    </>
  )
}
