/** The state and handlers of the screens, for your own markup: `latchkey/react/parts`. */
"use client"
export type { Urls } from "../../layers/browser/index.ts"
export { userNameOf } from "../../schemas/entities/names.ts"
export type { Team } from "../../schemas/entities/Team.ts"
export type { User } from "../../schemas/entities/User.ts"
export type { Page as PageName } from "../../src/flows/redirects/index.ts"
export { confirmFirst } from "./account/confirmFirst.ts"
export { type Loaded } from "./account/Loaded.ts"
export { type SectionId, sectionIds } from "./account/openSection.ts"
export { PictureNotReadable } from "./account/PictureNotReadable.ts"
export {
  type AccountSettingsOptions,
  type AccountSettingsState,
  useAccountSettings
} from "./account/useAccountSettings.ts"
export { type ApiKeyItem, apiKeyLifetimes, type ApiKeysState, useApiKeysSection } from "./account/useApiKeysSection.ts"
export { type BillingState, useBillingSection } from "./account/useBillingSection.ts"
export { type ConfirmIdentityState, useConfirmIdentity } from "./account/useConfirmIdentity.ts"
export { type ConnectionsState, useConnectionsSection } from "./account/useConnectionsSection.ts"
export { type DeletionState, useDeletionSection } from "./account/useDeletionSection.ts"
export { type ItemAction } from "./account/useEach.ts"
export { type EmailsState, useEmailsSection } from "./account/useEmailsSection.ts"
export { type MfaSettingsState, useMfaSection } from "./account/useMfaSection.ts"
export { type NotificationsState, useNotificationsSection } from "./account/useNotificationsSection.ts"
export { type PasskeysState, usePasskeysSection } from "./account/usePasskeysSection.ts"
export { type PasswordState, usePasswordSection } from "./account/usePasswordSection.ts"
export { type Picture } from "./account/usePicture.ts"
export { type ProfileState, useProfileSection } from "./account/useProfileSection.ts"
export { type SessionsState, useSessionsSection } from "./account/useSessionsSection.ts"
export { type NotSignedInState } from "./account/useSignedInUser.ts"
export {
  type TeamInvitationsState,
  type TeamMembersState,
  type TeamProfileState,
  type TeamRights,
  type TeamState,
  useTeamInvitations,
  useTeamMembers,
  useTeamProfile,
  useTeamSection
} from "./account/useTeamSection.ts"
export { type TeamsState, useTeamsSection } from "./account/useTeamsSection.ts"
export { type InputFault, InputProblem } from "./form/InputProblem.ts"
export { type Form, type FormOptions, type FormProps, type FormValues, type Problem, useForm } from "./form/useForm.ts"
export { type SentMail } from "./form/useResend.ts"
export {
  validateCode,
  validateEmailAddress,
  validatePassword,
  validateRepeat,
  validateRequired
} from "./form/validate.ts"
export { type BrokenLink } from "./links/brokenLink.ts"
export { usePasskeyUpgrade } from "./passkeyUpgrade/usePasskeyUpgrade.ts"
export { type AgentConfirmationState, useAgentConfirmation } from "./useAgentConfirmation.ts"
export { type CliConfirmationState, useCliConfirmation } from "./useCliConfirmation.ts"
export { type EmailVerificationState, useEmailVerification } from "./useEmailVerification.ts"
export { type EnterOptions, type LeavingState } from "./useEnter.ts"
export { type ErrorState, useErrorPage } from "./useErrorPage.ts"
export { type ForgotPasswordState, useForgotPassword } from "./useForgotPassword.ts"
export { useHrefs } from "./useHrefs.ts"
export { type ImpersonationState, useImpersonation } from "./useImpersonation.ts"
export { type MagicLinkState, useMagicLink } from "./useMagicLink.ts"
export { type Menu, useMenu } from "./useMenu.ts"
export { type MfaState, useMfa } from "./useMfa.ts"
export { type OAuthCallbackState, useOAuthCallback } from "./useOAuthCallback.ts"
export { type OnboardingState, useOnboarding } from "./useOnboarding.ts"
export { usePages } from "./usePages.ts"
export { type PasswordResetState, usePasswordReset } from "./usePasswordReset.ts"
export {
  type CodeForm,
  type OAuthChoices,
  type PasskeyButton,
  type SignInOptions,
  type SignInState,
  useSignIn
} from "./useSignIn.ts"
export { type SignOutState, useSignOut } from "./useSignOut.ts"
export { type SignUpState, useSignUp } from "./useSignUp.ts"
export { type TeamInvitationState, useTeamInvitation } from "./useTeamInvitation.ts"
export { type TeamSwitchOptions, type TeamSwitchState, useTeamSwitch } from "./useTeamSwitch.ts"
export { type UserMenuState, useUserMenu } from "./useUserMenu.ts"
export { type BackLink } from "./useWayBack.ts"
