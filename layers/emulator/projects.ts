/** Projects: what a new one starts with, its keys, and the view apps have of it. Platform rules §2, §13 and §16. */
import type { AccessLevel } from "../../schemas/access.ts"
import type { ClientProject } from "../../schemas/entities/Project.ts"
import type { KeySet, Project, ProjectConfig, Store } from "./Store.ts"

/** The id of the built-in light theme. */
export const lightTheme = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac"

/** Platform rules §16.1. */
export const defaultConfig: ProjectConfig = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  allowLocalhost: true,
  createTeamOnSignUp: false,
  oauthProviders: [],
  domains: [],
  emailConfig: { type: "shared" },
  emailTheme: lightTheme,
  teamCreatorDefaultPermissions: ["team_admin"],
  teamMemberDefaultPermissions: ["team_member"],
  userDefaultPermissions: [],
  oauthAccountMergeStrategy: "link_method"
}

/** Makes a project without users and keys. */
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
    createdAt: now,
    isProductionMode: false,
    ownerTeamId: options.ownerTeamId,
    config: sorted({ ...defaultConfig, ...options.config }),
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
    memberships: new Map()
  }
  store.projects.set(project.id, project)
  return project
}

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

const sorted = (config: ProjectConfig): ProjectConfig => ({
  ...config,
  oauthProviders: [...config.oauthProviders].sort((a, b) => compare(a.id, b.id)),
  domains: [...config.domains].sort((a, b) => compare(a.domain, b.domain)),
  teamCreatorDefaultPermissions: [...config.teamCreatorDefaultPermissions].sort(compare),
  teamMemberDefaultPermissions: [...config.teamMemberDefaultPermissions].sort(compare),
  userDefaultPermissions: [...config.userDefaultPermissions].sort(compare)
})

/** Adds a set of keys. */
export const addKeys = (project: Project, set: KeySet): void => {
  project.keySets.push(set)
}

/** Whether a key of this level is good now. Keys do not stand in for one another. Platform rules §2 and §13. */
export const accepts = (project: Project, level: AccessLevel, key: string, now: number): boolean =>
  project.keySets.some((set) => set.revokedAt === null && set.expiresAt > now && set.keys[level] === key)

/** The project as the apps that belong to it see it. */
export const clientView = ({ config, displayName, id }: Project): ClientProject => ({
  id,
  displayName,
  config: {
    signUpEnabled: config.signUpEnabled,
    credentialEnabled: config.credentialEnabled,
    magicLinkEnabled: config.magicLinkEnabled,
    passkeyEnabled: config.passkeyEnabled,
    clientTeamCreationEnabled: config.clientTeamCreationEnabled,
    clientUserDeletionEnabled: config.clientUserDeletionEnabled,
    allowUserApiKeys: config.allowUserApiKeys,
    allowTeamApiKeys: config.allowTeamApiKeys,
    enabledOauthProviders: config.oauthProviders.map(({ id }) => ({ id }))
  }
})
