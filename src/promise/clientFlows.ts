/**
 * The flows and calls of `createClient`. Flows and calls that a page rarely needs at its start are loaded by their
 * first call: a dynamic import with a static path, which bundlers put into a file of its own.
 */
import {
  contactChannels,
  currentProject,
  currentUser,
  notificationPreferences,
  ownedProjects,
  permissions,
  sessions,
  userApiKeys,
  whyInvalid
} from "../flows/account/index.ts"
import {
  accessToken,
  authHeaders,
  authJson,
  authorizationHeader,
  emailVerification,
  password,
  signIn,
  signOut,
  signUp
} from "../flows/authentication/index.ts"
import type * as flows from "../flows/index.ts"
import { connectedAccounts, oauth, oauthProviders } from "../flows/oauth/index.ts"
import { redirectTo } from "../flows/redirects/index.ts"
import type { CallsOf } from "./calls.ts"
import { later } from "./later.ts"

/** Names of the flows that are loaded by their first call. */
export type LoadedLater =
  | "cliLogin"
  | "memberProfiles"
  | "passkeys"
  | "teamApiKeys"
  | "teamInvitations"
  | "teams"
  | "totp"

const loadTeams = () => import("../flows/teams/index.ts")

const loadCalls = async () => (await import("./clientCalls.ts")).clientCalls

/** Flows by name, as in `latchkey`. */
export const clientFlows: typeof flows = {
  accessToken,
  authHeaders,
  authJson,
  authorizationHeader,
  cliLogin: later(async () => (await import("../flows/cli/index.ts")).cliLogin, {
    confirm: true,
    finish: true,
    open: true,
    print: true,
    prompt: true,
    show: true,
    start: true,
    takeAnonymousUser: true,
    wait: true
  }),
  connectedAccounts,
  contactChannels,
  currentProject,
  currentUser,
  emailVerification,
  memberProfiles: later(async () => (await loadTeams()).memberProfiles, { get: true, list: true, update: true }),
  notificationPreferences,
  // loading `oauth` later would leave the provider's code in the address bar until then
  oauth,
  oauthProviders,
  ownedProjects,
  passkeys: later(async () => (await import("../flows/passkeys/index.ts")).passkeys, {
    register: true,
    remove: true,
    signIn: true,
    signInByAutofill: true,
    support: true,
    upgrade: true
  }),
  password,
  permissions,
  redirectTo,
  sessions,
  signIn,
  signOut,
  signUp,
  teamApiKeys: {
    ...later(async () => (await loadTeams()).teamApiKeys, {
      create: true,
      describe: true,
      get: true,
      list: true,
      revoke: true
    }),
    whyInvalid
  },
  teamInvitations: later(async () => (await loadTeams()).teamInvitations, {
    accept: true,
    check: true,
    details: true,
    list: true,
    listReceived: true,
    revoke: true,
    send: true
  }),
  teams: later(async () => (await loadTeams()).teams, {
    create: true,
    delete: true,
    get: true,
    leave: true,
    list: true,
    removeMember: true,
    select: true,
    update: true
  }),
  totp: later(async () => (await import("../flows/totp/index.ts")).totp, {
    begin: true,
    disable: true,
    enable: true,
    matches: true
  }),
  userApiKeys
}

/** Calls by resource. The compiler keeps the lists complete. */
export const callsLoadedLater: CallsOf<"client"> = {
  aiChat: later(async () => (await loadCalls()).aiChat, { query: true }),
  analytics: later(async () => (await loadCalls()).analytics, { sendEvents: true }),
  anonymous: later(async () => (await loadCalls()).anonymous, { signUp: true }),
  cli: later(async () => (await loadCalls()).cli, {
    check: true,
    claimAnonymousSession: true,
    complete: true,
    create: true,
    poll: true
  }),
  connectedAccounts: later(async () => (await loadCalls()).connectedAccounts, {
    createAccessToken: true,
    createAccountAccessToken: true,
    list: true
  }),
  contactChannels: later(async () => (await loadCalls()).contactChannels, {
    checkCode: true,
    create: true,
    delete: true,
    get: true,
    list: true,
    sendPrimaryVerificationCode: true,
    sendVerificationCode: true,
    update: true,
    verify: true
  }),
  credentialScanning: later(async () => (await loadCalls()).credentialScanning, { revoke: true }),
  featureRequests: later(async () => (await loadCalls()).featureRequests, { create: true, list: true, upvote: true }),
  internalProjects: later(async () => (await loadCalls()).internalProjects, {
    create: true,
    list: true,
    transfer: true
  }),
  mfa: later(async () => (await loadCalls()).mfa, { signIn: true }),
  notificationPreferences: later(async () => (await loadCalls()).notificationPreferences, {
    list: true,
    unsubscribe: true,
    update: true
  }),
  oauth: later(async () => (await loadCalls()).oauth, {
    authorize: true,
    authorizeCrossDomain: true,
    callback: true,
    createConnectedAccountToken: true,
    exchangeCode: true,
    refresh: true,
    signInWithApple: true
  }),
  oauthProviders: later(async () => (await loadCalls()).oauthProviders, {
    delete: true,
    get: true,
    list: true,
    update: true
  }),
  otp: later(async () => (await loadCalls()).otp, { checkSignInCode: true, sendSignInCode: true, signIn: true }),
  passkey: later(async () => (await loadCalls()).passkey, {
    initiateAuthentication: true,
    initiateRegistration: true,
    register: true,
    signIn: true
  }),
  password: later(async () => (await loadCalls()).password, {
    checkResetCode: true,
    reset: true,
    sendResetCode: true,
    set: true,
    signIn: true,
    signUp: true,
    update: true
  }),
  platform: later(async () => (await loadCalls()).platform, {
    checkFeatureSupport: true,
    checkVersion: true,
    get: true,
    getJwks: true
  }),
  projectPermissions: later(async () => (await loadCalls()).projectPermissions, { list: true }),
  projects: later(async () => (await loadCalls()).projects, { getCurrent: true }),
  sessionReplays: later(async () => (await loadCalls()).sessionReplays, { sendBatch: true }),
  sessions: later(async () => (await loadCalls()).sessions, {
    delete: true,
    deleteCurrent: true,
    list: true,
    refresh: true
  }),
  teamApiKeys: later(async () => (await loadCalls()).teamApiKeys, {
    create: true,
    get: true,
    list: true,
    update: true
  }),
  teamInvitations: later(async () => (await loadCalls()).teamInvitations, {
    accept: true,
    acceptById: true,
    checkCode: true,
    delete: true,
    details: true,
    list: true,
    listReceived: true,
    sendCode: true
  }),
  teamMemberProfiles: later(async () => (await loadCalls()).teamMemberProfiles, {
    get: true,
    list: true,
    update: true
  }),
  teamMemberships: later(async () => (await loadCalls()).teamMemberships, { delete: true }),
  teamPermissions: later(async () => (await loadCalls()).teamPermissions, { list: true }),
  teams: later(async () => (await loadCalls()).teams, {
    create: true,
    delete: true,
    get: true,
    list: true,
    update: true
  }),
  userApiKeys: later(async () => (await loadCalls()).userApiKeys, {
    create: true,
    get: true,
    list: true,
    update: true
  }),
  users: later(async () => (await loadCalls()).users, { deleteMe: true, getMe: true, updateMe: true })
}
