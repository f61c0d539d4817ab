/** Name and picture, without markup. */
"use client"
import { userNameOf } from "../../../schemas/entities/names.ts"
import { currentUser } from "../../../src/flows/account/index.ts"
import { useUser } from "../../index.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { type Picture, usePicture } from "./usePicture.ts"

/** What the profile section shows. */
export interface ProfileState {
  readonly userId: string | undefined
  /** What the user is called with the name as it is typed now. */
  readonly userName: string
  readonly form: Form<{ readonly displayName: string }>
  readonly picture: Picture
}

/** The profile section's state. Suspends until it is known who is signed in. */
export const useProfileSection = (): ProfileState => {
  const user = useUser()
  const form = useForm({
    initial: { displayName: user?.displayName ?? "" },
    submit: ({ displayName }) => currentUser.update({ displayName: displayName.trim() })
  })
  const picture = usePicture(
    user?.profileImageUrl ?? null,
    (profileImageUrl) => currentUser.update({ profileImageUrl })
  )
  const { displayName } = form.values
  return {
    userId: user?.id,
    userName: user === null ? displayName : userNameOf({ ...user, displayName }),
    form,
    picture
  }
}
