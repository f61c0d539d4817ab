/** The picture of a user. */
"use client"
import type { CSSProperties, ReactNode } from "react"
import { userNameOf } from "../../../schemas/entities/names.ts"
import type { User } from "../../../schemas/entities/User.ts"
import { currentUser } from "../../../src/reads.ts"
import { useReadState } from "../../index.ts"
import { useWords } from "../Language.tsx"
import { userMenu } from "../texts/english.ts"
import { Avatar } from "./Avatar.tsx"

const english = { userMenu }

/** The fields of a user that the picture shows. */
export type AvatarSubject = Pick<User, "displayName" | "id" | "primaryEmail" | "profileImageUrl">

/** Props of `UserAvatar`. */
export interface UserAvatarProps {
  /**
   * The user to show. `null` shows a signed-out visitor.
   * @default the signed-in user
   */
  readonly user?: AvatarSubject | null | undefined
  /** Width and height in pixels. @default 40 */
  readonly size?: number | undefined
}

/** The user's picture, or the first letter of the user's name. The name is the avatar's accessible name. */
export const UserAvatar = ({ size = 40, user }: UserAvatarProps): ReactNode =>
  user === undefined ? <Own size={size} /> : <UserAvatarView size={size} user={user} />

const Own = ({ size }: { readonly size: number }) => {
  const state = useReadState(currentUser)
  return <UserAvatarView size={size} user={state._tag === "Success" ? state.value : null} />
}

/** Renders the picture of a given user. */
export const UserAvatarView = (
  { size, user }: { readonly user: AvatarSubject | null; readonly size: number }
): ReactNode => {
  const { userMenu } = useWords(english)
  const name = user === null ? "" : userNameOf(user)
  return (
    <span
      className="lk-page lk-piece"
      role="img"
      aria-label={name === "" ? userMenu.avatarOfNobody : name}
      style={{ "--lk-avatar": `${size}px` } as CSSProperties}
    >
      <Avatar id={user?.id} name={name} url={user?.profileImageUrl ?? null} />
    </span>
  )
}
