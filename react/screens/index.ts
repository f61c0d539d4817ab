/** Screens for every route: `latchkey/react/screens`. Their style sheet is `latchkey/react/screens.css`. */
"use client"
export type { SignInOptions } from "../parts/useSignIn.ts"
export { AccountSettings } from "./account/AccountSettings.tsx"
export { Brand, type BrandProps } from "./Brand.tsx"
export { CliConfirmation } from "./CliConfirmation.tsx"
export { SignInDialog, type SignInDialogProps } from "./dialog/SignInDialog.tsx"
export { MessageCard, type MessageCardAction } from "./elements/MessageCard.tsx"
export { type AvatarSubject, UserAvatar, type UserAvatarProps } from "./elements/UserAvatar.tsx"
export { EmailVerification } from "./EmailVerification.tsx"
export { ErrorScreen } from "./ErrorScreen.tsx"
export { ForgotPassword } from "./ForgotPassword.tsx"
export { Language, useTexts } from "./Language.tsx"
export { LatchkeyHandler, type LatchkeyHandlerProps } from "./LatchkeyHandler.tsx"
export { MagicLink } from "./MagicLink.tsx"
export { Mfa } from "./Mfa.tsx"
export { OAuthCallback } from "./OAuthCallback.tsx"
export { Onboarding } from "./Onboarding.tsx"
export { PasswordReset } from "./PasswordReset.tsx"
export { SignIn } from "./SignIn.tsx"
export { SignOut } from "./SignOut.tsx"
export { SignUp } from "./SignUp.tsx"
export { type IconName, type SlotComponents, type SlotProps, Slots } from "./Slots.tsx"
export { TeamInvitation } from "./TeamInvitation.tsx"
export {
  SelectedTeamSwitcher,
  type SelectedTeamSwitcherProps,
  TeamSwitcher,
  type TeamSwitcherProps
} from "./TeamSwitcher.tsx"
export { ar } from "./texts/ar.ts"
export { de } from "./texts/de.ts"
export { en, type ScreenError, type Texts, type Translation } from "./texts/en.ts"
export { UserButton, type UserButtonProps } from "./UserButton.tsx"
