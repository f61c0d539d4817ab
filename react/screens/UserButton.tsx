/** The user's picture as a button that opens a menu. */
"use client"
import { type ComponentType, type ReactNode, useState } from "react"
import { usePasskeyUpgrade } from "../parts/passkeyUpgrade/usePasskeyUpgrade.ts"
import { type UserMenuState, useUserMenu } from "../parts/useUserMenu.ts"
import type { AccountSettingsDialogProps } from "./dialog/AccountSettingsDialog.tsx"
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
  /**
   * Opens the account settings in a dialog over your page instead of on a page of their own: `AccountSettingsDialog`, or
   * a component of yours that renders it with other props. Only apps that pass it load its code.
   *
   * @default the page of the account settings
   */
  readonly settingsDialog?: ComponentType<Pick<AccountSettingsDialogProps, "onClose" | "open">> | undefined
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
export const UserButton = ({ settingsDialog: Dialog, ...props }: UserButtonProps): ReactNode => {
  usePasskeyUpgrade()
  const state = useUserMenu()
  const [isOpen, setIsOpen] = useState(false)
  if (Dialog === undefined || state.step !== "signedIn") return <UserButtonView {...props} state={state} />
  return (
    <>
      <UserButtonView {...props} state={state} onSettings={() => setIsOpen(true)} />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** Renders the button for a given state. */
export const UserButtonView = ({ extraItems = [], onSettings, showUserInfo = false, state }:
  & Omit<UserButtonProps, "settingsDialog">
  & SettingsAction
  & { readonly state: UserMenuState }): ReactNode =>
{
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
      return (
        <SignedInMenu
          state={state}
          extraItems={extraItems}
          onSettings={onSettings}
          showUserInfo={showUserInfo}
        />
      )
  }
}

/** How the account settings open, if not as a page. */
interface SettingsAction {
  readonly onSettings?: (() => void) | undefined
}

const SignedInMenu = ({ extraItems, onSettings, showUserInfo, state }:
  & Required<Pick<UserButtonProps, "showUserInfo">>
  & SettingsAction
  & ItemsProps
  & { readonly state: Extract<UserMenuState, { readonly step: "signedIn" | "restricted" }> }): ReactNode =>
{
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
            : onSettings === undefined
            ? (
              <MenuLink href={state.settingsUrl}>
                <Sign of="settings" />
                {userMenu.settings}
              </MenuLink>
            )
            : (
              <MenuItem aria-haspopup="dialog" close={close} onSelect={onSettings}>
                <Sign of="settings" />
                {userMenu.settings}
              </MenuItem>
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

interface ItemsProps {
  readonly extraItems: NonNullable<UserButtonProps["extraItems"]>
}

const ExtraItems = ({ close, items }: {
  readonly close: () => void
  readonly items: ItemsProps["extraItems"]
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
