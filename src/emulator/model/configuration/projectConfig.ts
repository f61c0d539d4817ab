/** Configuration of a project: updates and the admin view. docs/platform.md §16. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type {
  AdminProject as ProjectView,
  ProjectConfig as ConfigView,
  ProjectConfigUpdate
} from "../../../../schemas/entities/Project.ts"
import {
  type EmailConfig,
  type OAuthProviderConfig,
  type Platform,
  type Project,
  type ProjectConfig,
  Refusal
} from "../../state/index.ts"
import { pictures } from "../accounts/index.ts"
import * as configLayers from "./configLayers.ts"
import { isDefined, type Scope } from "./permissions.ts"
import { clientView, latestView } from "./projects.ts"
import { overrideOf } from "./renderedConfig.ts"

type Config = typeof ProjectConfigUpdate.Type

/** Changeable fields. Absent or `undefined` fields keep their value. */
export interface Changes {
  readonly displayName?: string | undefined
  readonly description?: string | null | undefined
  readonly isProductionMode?: boolean | undefined
  readonly logoUrl?: string | null | undefined
  readonly fullLogoUrl?: string | null | undefined
  readonly logoFullUrl?: string | null | undefined
  readonly logoDarkModeUrl?: string | null | undefined
  readonly logoFullDarkModeUrl?: string | null | undefined
  readonly onboardingStatus?: string | undefined
  readonly config?: Config | undefined
}

/** Whether the theme of a change exists. Not checked for a new project. */
export const hasTheme = (project: Project, { config }: Changes): boolean =>
  config?.emailTheme === undefined || project.emailThemes.has(config.emailTheme)

/** Whether a provider has some but not all fields of Apple's key. Not accepted. */
export const hasPartOfKey = ({ config }: Changes): boolean =>
  config?.oauthProviders?.some(({ appleKeyId, applePrivateKey, appleTeamId }) => {
    const given = [appleKeyId, applePrivateKey, appleTeamId].filter((field) => field !== undefined)
    return given.length > 0 && given.length < 3
  }) === true

/** Validates changes and stores their pictures. The returned function applies them synchronously. */
export const prepare = (platform: Platform, changes: Changes): Effect.Effect<(project: Project) => void, Refusal> =>
  Effect.gen(function*() {
    const [logoUrl, fullLogoUrl, logoDarkModeUrl, fullLogoDarkModeUrl] = yield* Effect.forEach([
      changes.logoUrl,
      changes.logoFullUrl === undefined ? changes.fullLogoUrl : changes.logoFullUrl,
      changes.logoDarkModeUrl,
      changes.logoFullDarkModeUrl
    ], (url) => stored(platform, url))
    return (project) => {
      if (changes.displayName !== undefined) project.displayName = changes.displayName
      if (changes.description !== undefined) project.description = changes.description ?? ""
      if (changes.isProductionMode !== undefined) project.isProductionMode = changes.isProductionMode
      if (logoUrl !== undefined) project.logoUrl = logoUrl
      if (fullLogoUrl !== undefined) project.fullLogoUrl = fullLogoUrl
      if (logoDarkModeUrl !== undefined) project.logoDarkModeUrl = logoDarkModeUrl
      if (fullLogoDarkModeUrl !== undefined) project.fullLogoDarkModeUrl = fullLogoDarkModeUrl
      if (changes.onboardingStatus !== undefined) project.onboardingStatus = changes.onboardingStatus
      if (changes.config !== undefined) configLayers.write(project, overrideOf(configOf(changes.config)))
    }
  })

const stored = (
  platform: Platform,
  url: string | null | undefined
): Effect.Effect<string | null | undefined, Refusal> =>
  typeof url === "string" && pictures.isDataUrl(url) ? pictures.store(platform, "project", url) : Effect.succeed(url)

const ids = (permissions: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> =>
  permissions.map(({ id }) => id)

/** Converts the configuration fields of a change. Omits fields that are absent. */
const configOf = (
  {
    domains,
    emailConfig,
    oauthProviders,
    teamCreatorDefaultPermissions,
    teamMemberDefaultPermissions,
    userDefaultPermissions,
    ...plain
  }: Config
): Partial<ProjectConfig> => ({
  ...given(plain),
  ...given({
    domains,
    emailConfig: emailConfig === undefined ? undefined : emailConfigOf(emailConfig),
    oauthProviders: oauthProviders?.map(providerOf),
    teamCreatorDefaultPermissions: teamCreatorDefaultPermissions && ids(teamCreatorDefaultPermissions),
    teamMemberDefaultPermissions: teamMemberDefaultPermissions && ids(teamMemberDefaultPermissions),
    userDefaultPermissions: userDefaultPermissions && ids(userDefaultPermissions)
  })
})

type Given<Fields> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Removes fields that are `undefined`. */
const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>

/** Drops the credentials of shared providers, which use the platform's own OAuth apps. */
const providerOf = (provider: NonNullable<Config["oauthProviders"]>[number]): OAuthProviderConfig =>
  provider.type === "shared" ? { id: provider.id, type: "shared" } : {
    id: provider.id,
    type: "standard",
    clientId: provider.clientId,
    ...given({
      clientSecret: provider.clientSecret && Redacted.value(provider.clientSecret),
      applePrivateKey: provider.applePrivateKey && Redacted.value(provider.applePrivateKey),
      appleTeamId: provider.appleTeamId,
      appleKeyId: provider.appleKeyId,
      facebookConfigId: provider.facebookConfigId,
      microsoftTenantId: provider.microsoftTenantId,
      appleBundleIds: provider.appleBundleIds
    })
  }

const emailConfigOf = (config: NonNullable<Config["emailConfig"]>): EmailConfig =>
  config.type === "shared" ? { type: "shared" } : { ...config, password: Redacted.value(config.password) }

/** Returns the project with all fields, including secrets. */
export const adminView = (platform: Platform, project: Project): ProjectView => ({
  id: project.id,
  displayName: project.displayName,
  description: project.description,
  logoUrl: project.logoUrl,
  ...(platform.rules.removedResponseFields && { fullLogoUrl: project.fullLogoUrl }),
  ...(platform.rules.laterResponseFields && {
    logoFullUrl: project.fullLogoUrl,
    logoDarkModeUrl: project.logoDarkModeUrl,
    logoFullDarkModeUrl: project.fullLogoDarkModeUrl,
    onboardingStatus: project.onboardingStatus
  }),
  ...latestView(platform),
  createdAt: new Date(project.createdAt),
  isProductionMode: project.isProductionMode,
  ownerTeamId: project.ownerTeamId,
  config: configView(platform, project)
})

const configView = (platform: Platform, project: Project): ConfigView => {
  const { config } = project
  return {
    ...clientView(platform, project).config,
    allowLocalhost: config.allowLocalhost,
    oauthProviders: config.oauthProviders.map(({ applePrivateKey, clientSecret, ...provider }) => ({
      ...provider,
      providerConfigId: provider.id,
      ...(clientSecret === undefined ? {} : { clientSecret: Redacted.make(clientSecret) }),
      ...(applePrivateKey === undefined ? {} : { applePrivateKey: Redacted.make(applePrivateKey) })
    })),
    domains: config.domains,
    emailConfig: config.emailConfig.type === "shared"
      ? config.emailConfig
      : { ...config.emailConfig, password: Redacted.make(config.emailConfig.password) },
    emailTheme: config.emailTheme,
    createTeamOnSignUp: config.createTeamOnSignUp,
    teamCreatorDefaultPermissions: defined(project, "team", config.teamCreatorDefaultPermissions),
    teamMemberDefaultPermissions: defined(project, "team", config.teamMemberDefaultPermissions),
    userDefaultPermissions: defined(project, "project", config.userDefaultPermissions),
    oauthAccountMergeStrategy: config.oauthAccountMergeStrategy
  }
}

/** Returns the default permissions that still exist. Deleted ones stay in the configuration but aren't returned. */
const defined = (project: Project, scope: Scope, permissionIds: ReadonlyArray<string>) =>
  permissionIds.filter((id) => isDefined(project, scope, id)).map((id) => ({ id }))
