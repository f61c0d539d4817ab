/** State of the profile section. */
"use client"
import { userNameOf } from "../../../schemas/entities/names.ts"
import { currentUser } from "../../../src/flows/account/index.ts"
import { useUser } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { type Picture, usePicture } from "./usePicture.ts"

/** State of the profile section. */
export interface ProfileState {
  readonly userId: string | undefined
  /** The user's name, including unsaved edits in the form. */
  readonly userName: string
  readonly form: Form<{ readonly displayName: string }>
  readonly picture: Picture
}

/** Returns the state of the profile section. Suspends until the user is known. */
export const useProfileSection = (): ProfileState => {
  const user = useUser()
  const form = useForm({
    initial: { displayName: user?.displayName ?? "" },
    submit: ({ displayName }) => inTurn("user")(currentUser.update({ displayName: displayName.trim() }))
  })
  const picture = usePicture(
    "user",
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
