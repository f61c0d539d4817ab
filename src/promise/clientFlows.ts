/**
 * The flows and calls of `createClient`. Flows and calls that a page rarely needs at its start are loaded by their
 * first call: a dynamic import with a static path, which bundlers put into a separate file.
 */
import type { ClientAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { CodeNotLoaded } from "../errors/index.ts"
import { currentProject, currentUser, whyInvalid } from "../flows/account/index.ts"
import {
  accessToken,
  authHeaders,
  authJson,
  authorizationHeader,
  signIn,
  signOut,
  signUp
} from "../flows/authentication/index.ts"
import type * as flows from "../flows/index.ts"
import { oauth } from "../flows/oauth/index.ts"
import { redirectTo } from "../flows/redirects/index.ts"
import type { CallsOf } from "./calls.ts"
import { clientCallNames } from "./clientCallNames.ts"
import { later, namespacesLater } from "./later.ts"
import type { CallOf, Promised } from "./makeAsync.ts"

/** Names of the flows that are loaded by their first call. */
export type LoadedLater =
  | "cliLogin"
  | "connectedAccounts"
  | "contactChannels"
  | "emailVerification"
  | "memberProfiles"
  | "notificationPreferences"
  | "oauthProviders"
  | "ownedProjects"
  | "passkeys"
  | "password"
  | "permissions"
  | "sessions"
  | "teamApiKeys"
  | "teamInvitations"
  | "teams"
  | "totp"
  | "userApiKeys"

const account = namespacesLater(() => import("../flows/account/index.ts"), {
  contactChannels: {
    add: true,
    changePrimary: true,
    changeValue: true,
    list: true,
    makePrimary: true,
    remove: true,
    sendVerificationMail: true,
    setUsedForAuth: true
  },
  notificationPreferences: { list: true, set: true },
  ownedProjects: { create: true, list: true, transfer: true },
  permissions: { get: true, has: true, list: true },
  sessions: { isImpersonated: true, list: true, requireRecent: true, revoke: true },
  userApiKeys: { create: true, describe: true, get: true, list: true, revoke: true }
})

const authentication = namespacesLater(() => import("../flows/authentication/index.ts"), {
  emailVerification: { send: true, verify: true },
  password: { checkResetCode: true, reset: true, sendResetCode: true, set: true, update: true }
})

const providers = namespacesLater(() => import("../flows/oauth/index.ts"), {
  connectedAccounts: { accessToken: true },
  oauthProviders: { get: true, list: true, unlink: true, update: true }
})

const teams = namespacesLater(() => import("../flows/teams/index.ts"), {
  memberProfiles: { get: true, list: true, update: true },
  teamApiKeys: { create: true, describe: true, get: true, list: true, revoke: true },
  teamInvitations: {
    accept: true,
    check: true,
    details: true,
    list: true,
    listReceived: true,
    revoke: true,
    send: true
  },
  teams: {
    create: true,
    delete: true,
    get: true,
    leave: true,
    list: true,
    removeMember: true,
    select: true,
    update: true
  }
})

/**
 * The flows and calls of a client without its session. The client that `client.session.forPerson` passes to its function
 * has this type. Its calls belong to one person, and reject with `PersonChanged` when the person changes.
 */
export interface PersonClient
  extends
    Promised<Omit<typeof flows, LoadedLater>, InvalidConfiguration>,
    Promised<Pick<typeof flows, LoadedLater>, InvalidConfiguration | CodeNotLoaded>
{
  /** The platform's endpoints, unchanged: they don't start or end the session, and lists keep the shape of the wire. */
  readonly calls: Promised<CallsOf<"client">, InvalidConfiguration | CodeNotLoaded>
  /** Calls an endpoint that isn't among `calls`, such as one of your own: `call(myEndpoint, input)`. */
  readonly call: CallOf<ClientAccess, InvalidConfiguration>
}

/** Flows by name, as in `latchkey`. */
export const clientFlows: typeof flows = {
  ...account,
  ...authentication,
  ...providers,
  ...teams,
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
  currentProject,
  currentUser,
  // if `oauth` were loaded later, the provider's code would stay in the address bar until then
  oauth,
  passkeys: later(async () => (await import("../flows/passkeys/index.ts")).passkeys, {
    register: true,
    remove: true,
    signIn: true,
    signInByAutofill: true,
    support: true,
    upgrade: true
  }),
  redirectTo,
  signIn,
  signOut,
  signUp,
  teamApiKeys: { ...teams.teamApiKeys, whyInvalid },
  totp: later(async () => (await import("../flows/totp/index.ts")).totp, {
    begin: true,
    disable: true,
    enable: true,
    matches: true
  }),
  userApiKeys: { ...account.userApiKeys, whyInvalid }
}

/** Calls by resource. */
export const callsLoadedLater: CallsOf<"client"> = namespacesLater(
  async () => (await import("./clientCalls.ts")).clientCalls,
  clientCallNames
)
