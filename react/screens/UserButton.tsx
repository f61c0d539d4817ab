/** The user's picture as a button that opens a menu. */
"use client"
import type { ReactNode } from "react"
import { usePasskeyUpgrade } from "../parts/passkeyUpgrade/usePasskeyUpgrade.ts"
import { type UserMenuState, useUserMenu } from "../parts/useUserMenu.ts"
import { Avatar } from "./elements/Avatar.tsx"
import { MenuButton, MenuItem, MenuLink, MenuPlace } from "./elements/MenuButton.tsx"
import { Sign } from "./elements/Sign.tsx"
import { useWords } from "./Language.tsx"
import { common, userMenu } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { common, userMenu }

/** Props of `UserButton`. */
export interface UserButtonProps {
  /** Whether to show name and address next to the picture. @default false */
  readonly showUserInfo?: boolean | undefined
  /** Additional menu items, shown above "Sign out". */
  readonly extraItems?:
    | ReadonlyArray<{
      readonly text: string
      readonly icon?: ReactNode | undefined
      readonly onClick: () => void
      /** Whether to show the item while signed out too. @default false */
      readonly whenSignedOut?: boolean | undefined
    }>
    | undefined
}

/**
 * Shows the user's picture and a menu with account settings and sign-out; when signed out, a menu with sign-in and
 * sign-up. Reserves its space while loading.
 *
 * @example
 * ```tsx
 * import { UserButton } from "latchkey/react/screens"
 *
 * const Header = () => <header><UserButton showUserInfo /></header>
 * <Header /> // <header>…</header>
 * ```
 */
export const UserButton = (props: UserButtonProps): ReactNode => {
  usePasskeyUpgrade()
  return <UserButtonView {...props} state={useUserMenu()} />
}

/** Renders the button for a given state. */
export const UserButtonView = ({ extraItems = [], showUserInfo = false, state }: UserButtonProps & {
  readonly state: UserMenuState
}): ReactNode => {
  const { common, userMenu } = useWords(english)
  switch (state.step) {
    case "loading":
      return <MenuPlace label={common.loading} />
    case "signedOut":
      return (
        <MenuButton label={userMenu.nobody} face={<Avatar name="" url={null} />}>
          {(close) => (
            <>
              <MenuLink href={state.signInUrl}>{userMenu.signIn}</MenuLink>
              <MenuLink href={state.signUpUrl}>{userMenu.signUp}</MenuLink>
              <ExtraItems close={close} items={extraItems.filter(({ whenSignedOut }) => whenSignedOut)} />
            </>
          )}
        </MenuButton>
      )
    case "unknown":
      return (
        <MenuButton label={userMenu.unknown} busy={state.signingOut} face={<Avatar name="" url={null} />}>
          {(close) => (
            <>
              <MenuLink href={state.signInUrl}>{userMenu.signIn}</MenuLink>
              <MenuItem close={close} onSelect={state.signOut}>
                <Sign of="signOut" />
                {userMenu.signOut}
              </MenuItem>
            </>
          )}
        </MenuButton>
      )
    case "restricted":
    case "signedIn":
      return <SignedInMenu state={state} extraItems={extraItems} showUserInfo={showUserInfo} />
  }
}

const SignedInMenu = (
  { extraItems, showUserInfo, state }:
    & { readonly [Name in keyof UserButtonProps]-?: NonNullable<UserButtonProps[Name]> }
    & {
      readonly state: Extract<UserMenuState, { readonly step: "signedIn" | "restricted" }>
    }
): ReactNode => {
  const { userMenu } = useWords(english)
  const { email, pictureUrl, userId, userName } = state
  const who = <Who userName={userName} email={email} />
  return (
    <MenuButton
      label={interpolate(userMenu.label, {
        name: email === null || email === userName ? userName : `${userName} ${email}`
      })}
      busy={state.signingOut}
      face={
        <>
          <Avatar id={userId} name={userName} url={pictureUrl} />
          {showUserInfo ? who : null}
        </>
      }
    >
      {(close) => (
        <>
          {showUserInfo ? null : <div className="lk-choice" role="presentation">{who}</div>}
          {state.step === "restricted"
            ? <MenuLink href={state.onboardingUrl}>{userMenu.onboarding}</MenuLink>
            : (
              <MenuLink href={state.settingsUrl}>
                <Sign of="settings" />
                {userMenu.settings}
              </MenuLink>
            )}
          <ExtraItems close={close} items={extraItems} />
          <MenuItem close={close} onSelect={state.signOut}>
            <Sign of="signOut" />
            {userMenu.signOut}
          </MenuItem>
        </>
      )}
    </MenuButton>
  )
}

const ExtraItems = ({ close, items }: {
  readonly close: () => void
  readonly items: NonNullable<UserButtonProps["extraItems"]>
}) =>
  items.map(({ icon, onClick, text }) => (
    <MenuItem key={text} close={close} onSelect={onClick}>
      {icon}
      {text}
    </MenuItem>
  ))

const Who = ({ email, userName }: { readonly userName: string; readonly email: string | null }) => (
  <span className="lk-stack lk-whose">
    <bdi className="lk-name" translate="no">{userName}</bdi>
    {email === null || email === userName ? null : (
      <>
        {" "}
        <bdi className="lk-hint" translate="no">{email}</bdi>
      </>
    )}
  </span>
)
