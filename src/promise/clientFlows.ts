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
import { laterFlowNames } from "./laterFlowNames.ts"
import type { CallOf, Promised } from "./makeAsync.ts"

const {
  account: accountNames,
  authentication: authenticationNames,
  providers: providerNames,
  single,
  teams: teamNames
} = laterFlowNames

/** Names of the flows that are loaded by their first call. */
export type LoadedLater = { [Module in keyof typeof laterFlowNames]: keyof typeof laterFlowNames[Module] }[
  keyof typeof laterFlowNames
]

const account = namespacesLater(() => import("../flows/account/index.ts"), accountNames)

const authentication = namespacesLater(() => import("../flows/authentication/index.ts"), authenticationNames)

const providers = namespacesLater(() => import("../flows/oauth/index.ts"), providerNames)

const teams = namespacesLater(() => import("../flows/teams/index.ts"), teamNames)

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
  cliLogin: later(async () => (await import("../flows/cli/index.ts")).cliLogin, single.cliLogin),
  currentProject,
  currentUser,
  // if `oauth` were loaded later, the provider's code would stay in the address bar until then
  oauth,
  passkeys: later(async () => (await import("../flows/passkeys/index.ts")).passkeys, single.passkeys),
  redirectTo,
  signIn,
  signOut,
  signUp,
  teamApiKeys: { ...teams.teamApiKeys, whyInvalid },
  totp: later(async () => (await import("../flows/totp/index.ts")).totp, single.totp),
  userApiKeys: { ...account.userApiKeys, whyInvalid }
}

/** Calls by resource. */
export const callsLoadedLater: CallsOf<"client"> = namespacesLater(
  async () => (await import("./clientCalls.ts")).clientCalls,
  clientCallNames
)
