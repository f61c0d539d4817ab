/** Projects: initial state, keys and the client view. docs/platform.md §2, §13, §16. */
import type { AccessLevel } from "../../../../schemas/access.ts"
import { builtInEmailThemes } from "../../../../schemas/entities/emailIds.ts"
import type { ClientProject } from "../../../../schemas/entities/Project.ts"
import {
  type ConfigObject,
  type KeySet,
  noAnalytics,
  noPayments,
  type Platform,
  type Project,
  type ProjectConfig,
  type Store
} from "../../state/index.ts"
import * as configLayers from "./configLayers.ts"
import { firstDefinitions } from "./permissions.ts"
import { overrideOf, permissionEntry } from "./renderedConfig.ts"

/** Configuration without any overrides. */
const unset: ProjectConfig = {
  signUpEnabled: true,
  requireEmailVerification: false,
  requirePublishableClientKey: false,
  credentialEnabled: false,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  allowLocalhost: false,
  createTeamOnSignUp: false,
  oauthProviders: [],
  domains: [],
  emailConfig: { type: "shared" },
  emailTheme: builtInEmailThemes.light,
  teamCreatorDefaultPermissions: [],
  teamMemberDefaultPermissions: [],
  userDefaultPermissions: [],
  oauthAccountMergeStrategy: "link_method",
  signUpRules: [],
  signUpRulesDefaultAction: "allow",
  anonymousSignUpEnabled: true
}

/** Configuration of a new project. docs/platform.md §16.1. */
export const defaultConfig: ProjectConfig = {
  ...unset,
  credentialEnabled: true,
  allowLocalhost: true,
  teamCreatorDefaultPermissions: ["team_admin"],
  teamMemberDefaultPermissions: ["team_member"]
}

/** Creates a project without users and keys. */
export const create = (store: Store, now: number, options: {
  readonly id: string
  readonly displayName: string
  readonly ownerTeamId: string | null
  readonly config: Partial<ProjectConfig>
}): Project => {
  const project: Project = {
    id: options.id,
    displayName: options.displayName,
    description: "",
    logoUrl: null,
    fullLogoUrl: null,
    logoDarkModeUrl: null,
    fullLogoDarkModeUrl: null,
    onboardingStatus: "completed",
    createdAt: now,
    tenancyId: crypto.randomUUID(),
    isProductionMode: false,
    ownerTeamId: options.ownerTeamId,
    config: defaultConfig,
    configRest: {},
    configLayers: { project: {}, branch: {}, environment: {} },
    configSource: { type: "unlinked" },
    keySets: [],
    users: new Map(),
    usersInOrder: [],
    contactChannels: new Map(),
    signInChannels: new Map(),
    sessions: new Map(),
    sessionsByRefreshToken: new Map(),
    sessionsByUser: new Map(),
    codes: new Map(),
    codeFamilies: new Map(),
    teams: new Map(),
    teamsEver: 0,
    memberships: new Map(),
    permissionDefinitions: new Map(),
    invitations: new Map(),
    apiKeys: new Map(),
    apiKeysByValue: new Map(),
    apiKeysByOwner: new Map(),
    cliLoginsByPollingCode: new Map(),
    cliLoginsByLoginCode: new Map(),
    agentsByPollToken: new Map(),
    agentsByClaimCode: new Map(),
    oauthAccounts: new Map(),
    oauthAccountsByAccountId: new Map(),
    externalIdentities: new Map(),
    externalSessionIds: new Map(),
    authorizationCodes: new Map(),
    oauthIssuers: new Map(issuersOf(options.config)),
    passkeyOwners: new Map(),
    emailThemes: new Map(),
    emailTemplates: new Map(),
    sentEmails: [],
    emailDrafts: new Map(),
    emailQueue: new Map(),
    emailsDueAt: Infinity,
    emailCapacityUsedUntil: 0,
    managedDomains: new Map(),
    emailBoostUntil: 0,
    chats: new Map(),
    paymentAccount: null,
    payments: noPayments(),
    analytics: noAnalytics(),
    aiConversations: new Map(),
    featureRequests: new Map(),
    vault: new Map(),
    activity: { days: new Map(), countries: new Map(), last: new Map() },
    signUpRuleTriggers: []
  }
  configLayers.write(project, firstOverride(options.config))
  store.projects.set(project.id, project)
  return project
}

/** Returns the overrides of a new project: its settings and the first permissions. docs/platform.md §16.1. */
const firstOverride = (config: Partial<ProjectConfig>): ConfigObject => ({
  ...overrideOf(differing({ ...defaultConfig, ...config })),
  "rbac.permissions": Object.fromEntries(
    firstDefinitions().map((definition) => [definition.id, permissionEntry(definition)])
  )
})

const differing = (config: ProjectConfig): Partial<ProjectConfig> =>
  Object.fromEntries(
    Object.entries(config).filter(([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(unset[name as keyof ProjectConfig])
    )
  )

const issuersOf = ({ oauthProviders = [] }: Partial<ProjectConfig>): ReadonlyArray<readonly [string, string]> =>
  oauthProviders.flatMap(({ id, issuer }) => issuer === undefined ? [] : [[id, issuer]])

/** Changes a configuration. Omitted fields keep their value; lists are replaced as a whole. */
export const configure = (project: Project, changes: Partial<ProjectConfig>): void => {
  configLayers.write(project, overrideOf(changes))
  for (const [id, issuer] of issuersOf(changes)) project.oauthIssuers.set(id, issuer)
}

export const addKeys = (project: Project, set: KeySet): void => {
  project.keySets.push(set)
}

/** Latest time that a `Date` can hold. Expiry of key sets that never expire. */
export const endOfTime = 8_640_000_000_000_000

/** Whether a key of this level is valid. A key is valid for its own level only. docs/platform.md §2, §13. */
export const accepts = (project: Project, level: AccessLevel, key: string, now: number): boolean =>
  project.keySets.some((set) => set.revokedAt === null && set.expiresAt > now && set.keys[level] === key)

/** Placeholder that OAuth clients send if they need no key. docs/platform.md §2. */
export const noKey = "__stack_public_client__"

/** Checks a client's publishable key. `undefined` means that no key was sent. */
export const checkClientKey = (
  { now, rules }: Platform,
  project: Project,
  key: string | undefined
): "good" | "missing" | "required" | "wrong" =>
  key !== undefined
    ? accepts(project, "client", key, now()) ? "good" : "wrong"
    : !rules.clientsWithoutKey
    ? "missing"
    : project.config.requirePublishableClientKey
    ? "required"
    : "good"

/** Checks the secret of an OAuth client. {@link noKey} counts as no key. */
export const checkClientSecret = (platform: Platform, project: Project, secret: string) =>
  checkClientKey(platform, project, platform.rules.clientsWithoutKey && secret === noKey ? undefined : secret)

/** Returns the fields after revision 2026-04, which clients and owners see. docs/platform.md §25. */
export const latestView = ({ rules }: Platform) =>
  rules.latestProjectFields ? { pushedConfigError: null, configWarnings: [], isDevelopmentEnvironment: false } : {}

/** Returns the project's public fields, for clients. */
export const clientView = (platform: Platform, { config, displayName, id }: Project): ClientProject => ({
  id,
  displayName,
  ...latestView(platform),
  config: {
    signUpEnabled: config.signUpEnabled,
    credentialEnabled: config.credentialEnabled,
    magicLinkEnabled: config.magicLinkEnabled,
    passkeyEnabled: config.passkeyEnabled,
    clientTeamCreationEnabled: config.clientTeamCreationEnabled,
    clientUserDeletionEnabled: config.clientUserDeletionEnabled,
    allowUserApiKeys: config.allowUserApiKeys,
    allowTeamApiKeys: config.allowTeamApiKeys,
    enabledOauthProviders: config.oauthProviders.map(({ id }) => ({ id })),
    ...(platform.rules.laterResponseFields && { domains: config.domains }),
    ...(platform.rules.latestProjectFields && { allowLocalhost: config.allowLocalhost })
  }
})
