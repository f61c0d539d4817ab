/**
 * The names of the flows that a client loads later, by module. They are known before the flows are loaded: the build
 * writes the names out (`.ci/clientCalls.mjs`), so that a page starts without the flows.
 */
import * as account from "../flows/account/index.ts"
import * as authentication from "../flows/authentication/index.ts"
import { cliLogin } from "../flows/cli/index.ts"
import * as providers from "../flows/oauth/index.ts"
import { passkeys } from "../flows/passkeys/index.ts"
import * as teams from "../flows/teams/index.ts"
import { totp } from "../flows/totp/index.ts"
import type { Names } from "./later.ts"

const namesOf = <Functions extends object>(functions: Functions): Names<Functions> =>
  Object.fromEntries(Object.keys(functions).map((name) => [name, true])) as never

/** The names of the flows that a client loads later, by module and namespace. */
export const laterFlowNames = {
  account: {
    contactChannels: namesOf(account.contactChannels),
    notificationPreferences: namesOf(account.notificationPreferences),
    ownedProjects: namesOf(account.ownedProjects),
    permissions: namesOf(account.permissions),
    sessions: namesOf(account.sessions),
    userApiKeys: namesOf(account.userApiKeys)
  },
  authentication: {
    emailVerification: namesOf(authentication.emailVerification),
    password: namesOf(authentication.password)
  },
  providers: {
    connectedAccounts: namesOf(providers.connectedAccounts),
    oauthProviders: namesOf(providers.oauthProviders)
  },
  single: { cliLogin: namesOf(cliLogin), passkeys: namesOf(passkeys), totp: namesOf(totp) },
  teams: {
    memberProfiles: namesOf(teams.memberProfiles),
    teamApiKeys: namesOf(teams.teamApiKeys),
    teamInvitations: namesOf(teams.teamInvitations),
    teams: namesOf(teams.teams)
  }
}
