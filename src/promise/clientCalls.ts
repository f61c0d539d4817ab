/**
 * All calls of an end user's program, by resource. They are listed by name, so that a browser's bundle contains no
 * server calls; the compiler keeps the list complete.
 */
import * as AiChat from "../../schemas/endpoints/aiChat.ts"
import * as AiConversations from "../../schemas/endpoints/aiConversations.ts"
import * as Analytics from "../../schemas/endpoints/analytics.ts"
import * as Anonymous from "../../schemas/endpoints/anonymous.ts"
import * as Cli from "../../schemas/endpoints/cli.ts"
import * as ConnectedAccounts from "../../schemas/endpoints/connectedAccounts.ts"
import * as ContactChannels from "../../schemas/endpoints/contactChannels.ts"
import * as CredentialScanning from "../../schemas/endpoints/credentialScanning.ts"
import * as FeatureRequests from "../../schemas/endpoints/featureRequests.ts"
import * as Feedback from "../../schemas/endpoints/feedback.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import * as Mfa from "../../schemas/endpoints/mfa.ts"
import * as NotificationPreferences from "../../schemas/endpoints/notificationPreferences.ts"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import * as OAuthProviders from "../../schemas/endpoints/oauthProviders.ts"
import * as Otp from "../../schemas/endpoints/otp.ts"
import * as Passkey from "../../schemas/endpoints/passkey.ts"
import * as Password from "../../schemas/endpoints/password.ts"
import * as Platform from "../../schemas/endpoints/platform.ts"
import * as ProjectPermissions from "../../schemas/endpoints/projectPermissions.ts"
import * as Projects from "../../schemas/endpoints/projects.ts"
import * as SessionReplays from "../../schemas/endpoints/sessionReplays.ts"
import * as Sessions from "../../schemas/endpoints/sessions.ts"
import * as TeamApiKeys from "../../schemas/endpoints/teamApiKeys.ts"
import * as TeamInvitations from "../../schemas/endpoints/teamInvitations.ts"
import * as TeamMemberProfiles from "../../schemas/endpoints/teamMemberProfiles.ts"
import * as TeamMemberships from "../../schemas/endpoints/teamMemberships.ts"
import * as TeamPermissions from "../../schemas/endpoints/teamPermissions.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../schemas/endpoints/userApiKeys.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import type { CallsOf } from "./calls.ts"

/** The calls of the client level. */
export const clientCalls: CallsOf<"client"> = {
  aiChat: { query: AiChat.query },
  aiConversations: {
    create: AiConversations.create,
    delete: AiConversations.delete,
    get: AiConversations.get,
    list: AiConversations.list,
    replaceMessages: AiConversations.replaceMessages,
    update: AiConversations.update
  },
  analytics: { sendEvents: Analytics.sendEvents },
  anonymous: { signUp: Anonymous.signUp },
  cli: {
    check: Cli.check,
    claimAnonymousSession: Cli.claimAnonymousSession,
    complete: Cli.complete,
    create: Cli.create,
    poll: Cli.poll
  },
  connectedAccounts: {
    createAccessToken: ConnectedAccounts.createAccessToken,
    createAccountAccessToken: ConnectedAccounts.createAccountAccessToken,
    list: ConnectedAccounts.list
  },
  contactChannels: {
    checkCode: ContactChannels.checkCode,
    create: ContactChannels.create,
    delete: ContactChannels.delete,
    get: ContactChannels.get,
    list: ContactChannels.list,
    sendPrimaryVerificationCode: ContactChannels.sendPrimaryVerificationCode,
    sendVerificationCode: ContactChannels.sendVerificationCode,
    update: ContactChannels.update,
    verify: ContactChannels.verify
  },
  credentialScanning: { revoke: CredentialScanning.revoke },
  featureRequests: { create: FeatureRequests.create, list: FeatureRequests.list, upvote: FeatureRequests.upvote },
  feedback: { send: Feedback.send },
  internalProjects: {
    create: InternalProjects.create,
    list: InternalProjects.list,
    transfer: InternalProjects.transfer
  },
  mfa: { signIn: Mfa.signIn },
  notificationPreferences: {
    list: NotificationPreferences.list,
    unsubscribe: NotificationPreferences.unsubscribe,
    update: NotificationPreferences.update
  },
  oauth: {
    authorize: OAuth.authorize,
    authorizeCrossDomain: OAuth.authorizeCrossDomain,
    callback: OAuth.callback,
    createConnectedAccountToken: OAuth.createConnectedAccountToken,
    exchangeCode: OAuth.exchangeCode,
    refresh: OAuth.refresh,
    signInWithApple: OAuth.signInWithApple
  },
  oauthProviders: {
    delete: OAuthProviders.delete,
    get: OAuthProviders.get,
    list: OAuthProviders.list,
    update: OAuthProviders.update
  },
  otp: { checkSignInCode: Otp.checkSignInCode, sendSignInCode: Otp.sendSignInCode, signIn: Otp.signIn },
  passkey: {
    initiateAuthentication: Passkey.initiateAuthentication,
    initiateRegistration: Passkey.initiateRegistration,
    register: Passkey.register,
    signIn: Passkey.signIn
  },
  password: {
    checkResetCode: Password.checkResetCode,
    reset: Password.reset,
    sendResetCode: Password.sendResetCode,
    set: Password.set,
    signIn: Password.signIn,
    signUp: Password.signUp,
    update: Password.update
  },
  platform: {
    checkFeatureSupport: Platform.checkFeatureSupport,
    checkVersion: Platform.checkVersion,
    get: Platform.get,
    getJwks: Platform.getJwks
  },
  projectPermissions: { list: ProjectPermissions.list },
  projects: { getCurrent: Projects.getCurrent },
  sessionReplays: { sendBatch: SessionReplays.sendBatch },
  sessions: {
    delete: Sessions.delete,
    deleteCurrent: Sessions.deleteCurrent,
    list: Sessions.list,
    refresh: Sessions.refresh
  },
  teamApiKeys: { create: TeamApiKeys.create, get: TeamApiKeys.get, list: TeamApiKeys.list, update: TeamApiKeys.update },
  teamInvitations: {
    accept: TeamInvitations.accept,
    acceptById: TeamInvitations.acceptById,
    checkCode: TeamInvitations.checkCode,
    delete: TeamInvitations.delete,
    details: TeamInvitations.details,
    list: TeamInvitations.list,
    listReceived: TeamInvitations.listReceived,
    sendCode: TeamInvitations.sendCode
  },
  teamMemberProfiles: { get: TeamMemberProfiles.get, list: TeamMemberProfiles.list, update: TeamMemberProfiles.update },
  teamMemberships: { delete: TeamMemberships.delete },
  teamPermissions: { list: TeamPermissions.list },
  teams: { create: Teams.create, delete: Teams.delete, get: Teams.get, list: Teams.list, update: Teams.update },
  userApiKeys: { create: UserApiKeys.create, get: UserApiKeys.get, list: UserApiKeys.list, update: UserApiKeys.update },
  users: { deleteMe: Users.deleteMe, getMe: Users.getMe, updateMe: Users.updateMe }
}
