/**
 * Configuration of a project as one object, with the field names of the configuration endpoints. `projectConfig.ts` has
 * the same settings with the names of the project endpoints. docs/platform.md §16.5.
 */
import * as Schema from "effect/Schema"
import { builtInEmailThemes } from "../../../schemas/entities/EmailTheme.ts"
import { oauthProviderTypes } from "../../../schemas/entities/Project.ts"
import type { OAuthProviderConfig, PermissionDefinition, Project, ProjectConfig } from "../state/index.ts"
import { sorted } from "./projects.ts"

const optional = Schema.optionalKey
const Text = optional(Schema.String)
const Flag = optional(Schema.Boolean)
const Id = Schema.String.check(Schema.isPattern(/^[\w$:-]+$/, { expected: "an id of letters, digits, _ and -" }))
const recordOf = <S extends Schema.Constraint>(entry: S) => optional(Schema.Record(Id, entry))
const Ids = recordOf(Schema.Literal(true))
const Anything = optional(Schema.Json)

/** Shape of an override, with every field optional. Keys of the platform's other products are stored unchanged. */
export const Rendered = Schema.Struct({
  sourceOfTruth: Anything,
  project: optional(Schema.Struct({ requirePublishableClientKey: Flag })),
  apps: Anything,
  rbac: optional(Schema.Struct({
    permissions: recordOf(Schema.Struct({
      scope: optional(Schema.Literals(["team", "project"])),
      description: Text,
      containedPermissionIds: Ids
    })),
    defaultPermissions: optional(Schema.Struct({ teamCreator: Ids, teamMember: Ids, signUp: Ids }))
  })),
  teams: optional(Schema.Struct({ createPersonalTeamOnSignUp: Flag, allowClientTeamCreation: Flag })),
  users: optional(Schema.Struct({ allowClientUserDeletion: Flag })),
  onboarding: optional(Schema.Struct({ requireEmailVerification: Flag })),
  apiKeys: optional(Schema.Struct({ enabled: optional(Schema.Struct({ user: Flag, team: Flag })) })),
  domains: optional(Schema.Struct({
    allowLocalhost: Flag,
    trustedDomains: recordOf(Schema.Struct({ baseUrl: Text, handlerPath: Text }))
  })),
  auth: optional(Schema.Struct({
    allowSignUp: Flag,
    password: optional(Schema.Struct({ allowSignIn: Flag })),
    otp: optional(Schema.Struct({ allowSignIn: Flag })),
    passkey: optional(Schema.Struct({ allowSignIn: Flag })),
    anonymous: optional(Schema.Struct({ allowSignIn: Flag })),
    oauth: optional(Schema.Struct({
      accountMergeStrategy: optional(Schema.Literals(["link_method", "raise_error", "allow_duplicates"])),
      providers: recordOf(Schema.Struct({
        type: optional(Schema.Literals(oauthProviderTypes)),
        isShared: Flag,
        allowSignIn: Flag,
        allowConnectedAccounts: Flag,
        clientId: Text,
        clientSecret: Text,
        facebookConfigId: Text,
        microsoftTenantId: Text,
        appleBundles: recordOf(Schema.Struct({ bundleId: Schema.String }))
      }))
    })),
    signUpRules: recordOf(Schema.Struct({
      enabled: Flag,
      displayName: Text,
      priority: optional(Schema.Int),
      condition: Text,
      action: optional(Schema.Struct({
        type: optional(Schema.Literals(["allow", "reject", "restrict", "log"])),
        message: Text
      }))
    })),
    signUpRulesDefaultAction: optional(Schema.Literals(["allow", "reject"]))
  })),
  emails: optional(Schema.Struct({
    server: optional(Schema.Struct({
      isShared: Flag,
      provider: optional(Schema.Literals(["smtp", "resend", "managed"])),
      host: Text,
      port: optional(Schema.Int),
      username: Text,
      password: Text,
      senderName: Text,
      senderEmail: Text,
      managedSubdomain: Text,
      managedSenderLocalPart: Text
    })),
    selectedThemeId: Text,
    themes: recordOf(Schema.Struct({ displayName: Text, tsxSource: Text })),
    templates: recordOf(Schema.Struct({
      displayName: Text,
      tsxSource: Text,
      themeId: optional(Schema.Union([Schema.String, Schema.Literal(false)]))
    }))
  })),
  payments: Anything,
  dbSync: Anything,
  dataVault: Anything,
  analytics: Anything,
  customDashboards: Anything
})

type Rendered = typeof Rendered.Type

const set = (ids: ReadonlyArray<string>): { readonly [id: string]: true } =>
  Object.fromEntries(ids.map((id) => [id, true as const]))

/** Creates the id of a domain from its address. Domains have no id of their own. */
const domainId = (domain: string, at: number): string => `${at}-${domain.replace(/[^A-Za-z0-9]+/g, "-")}`

const providerOf = (provider: OAuthProviderConfig) => ({
  type: provider.id as (typeof oauthProviderTypes)[number],
  isShared: provider.type === "shared",
  allowSignIn: true,
  allowConnectedAccounts: true,
  ...given({
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    facebookConfigId: provider.facebookConfigId,
    microsoftTenantId: provider.microsoftTenantId,
    appleBundles: provider.appleBundleIds === undefined
      ? undefined
      : Object.fromEntries(provider.appleBundleIds.map((bundleId, at) => [String(at), { bundleId }]))
  })
})

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined>
  }

/** Returns the effective configuration of a project. */
export const rendered = (
  { config, configRest, emailTemplates, emailThemes, permissionDefinitions }: Project
): Rendered => ({
  ...configRest,
  project: { requirePublishableClientKey: config.requirePublishableClientKey },
  rbac: {
    permissions: Object.fromEntries(
      [...permissionDefinitions.values()].map(({ containedPermissionIds, description, id, scope }) => [id, {
        scope,
        ...given({ description }),
        containedPermissionIds: set(containedPermissionIds)
      }])
    ),
    defaultPermissions: {
      teamCreator: set(config.teamCreatorDefaultPermissions),
      teamMember: set(config.teamMemberDefaultPermissions),
      signUp: set(config.userDefaultPermissions)
    }
  },
  teams: {
    createPersonalTeamOnSignUp: config.createTeamOnSignUp,
    allowClientTeamCreation: config.clientTeamCreationEnabled
  },
  users: { allowClientUserDeletion: config.clientUserDeletionEnabled },
  onboarding: { requireEmailVerification: config.requireEmailVerification },
  apiKeys: { enabled: { user: config.allowUserApiKeys, team: config.allowTeamApiKeys } },
  domains: {
    allowLocalhost: config.allowLocalhost,
    trustedDomains: Object.fromEntries(
      config.domains.map(({ domain, handlerPath }, at) => [domainId(domain, at), { baseUrl: domain, handlerPath }])
    )
  },
  auth: {
    allowSignUp: config.signUpEnabled,
    password: { allowSignIn: config.credentialEnabled },
    otp: { allowSignIn: config.magicLinkEnabled },
    passkey: { allowSignIn: config.passkeyEnabled },
    anonymous: { allowSignIn: config.anonymousSignUpEnabled },
    oauth: {
      accountMergeStrategy: config.oauthAccountMergeStrategy,
      providers: Object.fromEntries(config.oauthProviders.map((provider) => [provider.id, providerOf(provider)]))
    },
    signUpRules: Object.fromEntries(config.signUpRules.map(({ id, ...rule }) => [id, rule])),
    signUpRulesDefaultAction: config.signUpRulesDefaultAction
  },
  emails: {
    server: serverOf(config),
    selectedThemeId: config.emailTheme,
    themes: Object.fromEntries([...emailThemes.values()].map(({ id, ...theme }) => [id, theme])),
    templates: Object.fromEntries(
      [...emailTemplates.values()].map(({ id, themeId, ...template }) => [id, {
        ...template,
        ...(themeId === null ? {} : { themeId })
      }])
    )
  }
})

const serverOf = ({ emailConfig }: ProjectConfig) => {
  if (emailConfig.type === "shared") return { isShared: true }
  const { type: _, ...server } = emailConfig
  return { isShared: false, ...server }
}

const keysOf = (record: object | undefined): ReadonlyArray<string> => Object.keys(record ?? {})

/** Replaces the configuration of a project. */
export const apply = (
  project: Project,
  { analytics, apps, customDashboards, dataVault, dbSync, payments, sourceOfTruth, ...to }: Rendered
): void => {
  const { auth = {}, domains = {}, emails = {}, rbac = {} } = to
  project.configRest = given({ analytics, apps, customDashboards, dataVault, dbSync, payments, sourceOfTruth })
  project.config = sorted({
    signUpEnabled: auth.allowSignUp ?? true,
    requireEmailVerification: to.onboarding?.requireEmailVerification ?? false,
    requirePublishableClientKey: to.project?.requirePublishableClientKey ?? false,
    credentialEnabled: auth.password?.allowSignIn ?? false,
    magicLinkEnabled: auth.otp?.allowSignIn ?? false,
    passkeyEnabled: auth.passkey?.allowSignIn ?? false,
    anonymousSignUpEnabled: auth.anonymous?.allowSignIn ?? true,
    clientTeamCreationEnabled: to.teams?.allowClientTeamCreation ?? false,
    clientUserDeletionEnabled: to.users?.allowClientUserDeletion ?? false,
    allowUserApiKeys: to.apiKeys?.enabled?.user ?? false,
    allowTeamApiKeys: to.apiKeys?.enabled?.team ?? false,
    allowLocalhost: domains.allowLocalhost ?? false,
    createTeamOnSignUp: to.teams?.createPersonalTeamOnSignUp ?? false,
    oauthProviders: Object.entries(auth.oauth?.providers ?? {})
      .filter(([, { allowSignIn }]) => allowSignIn === true)
      .map(([id, { appleBundles, isShared, ...provider }]) => ({
        id,
        type: isShared === false ? "standard" : "shared",
        ...given({
          clientId: provider.clientId,
          clientSecret: provider.clientSecret,
          facebookConfigId: provider.facebookConfigId,
          microsoftTenantId: provider.microsoftTenantId,
          appleBundleIds: appleBundles && Object.values(appleBundles).map(({ bundleId }) => bundleId)
        })
      })),
    domains: Object.values(domains.trustedDomains ?? {}).flatMap(({ baseUrl, handlerPath = "/handler" }) =>
      baseUrl === undefined ? [] : [{ domain: baseUrl, handlerPath }]
    ),
    emailConfig: mailServerOf(emails.server ?? {}),
    emailTheme: emails.selectedThemeId ?? builtInEmailThemes.light,
    teamCreatorDefaultPermissions: keysOf(rbac.defaultPermissions?.teamCreator),
    teamMemberDefaultPermissions: keysOf(rbac.defaultPermissions?.teamMember),
    userDefaultPermissions: keysOf(rbac.defaultPermissions?.signUp),
    oauthAccountMergeStrategy: auth.oauth?.accountMergeStrategy ?? "link_method",
    signUpRules: Object.entries(auth.signUpRules ?? {}).map(([id, rule]) => ({
      id,
      displayName: rule.displayName ?? "",
      enabled: rule.enabled ?? false,
      priority: rule.priority ?? 0,
      condition: rule.condition ?? "false",
      action: { type: rule.action?.type ?? "allow", ...given({ message: rule.action?.message }) }
    })),
    signUpRulesDefaultAction: auth.signUpRulesDefaultAction ?? "allow"
  })
  applyRecords(project, { emails, rbac })
}

const mailServerOf = (server: NonNullable<NonNullable<Rendered["emails"]>["server"]>): ProjectConfig["emailConfig"] =>
  server.isShared !== false ? { type: "shared" } : {
    type: "standard",
    host: server.host ?? "",
    port: server.port ?? 0,
    username: server.username ?? "",
    password: server.password ?? "",
    senderName: server.senderName ?? "",
    senderEmail: server.senderEmail ?? ""
  }

/** Returns the configuration of a project without any overrides. */
export const defaults = (project: Project): Rendered => {
  const blank = {
    ...project,
    permissionDefinitions: new Map(),
    emailThemes: new Map(),
    emailTemplates: new Map()
  }
  apply(blank, {})
  return rendered(blank)
}

/** Replaces the permissions, themes and templates of a project. */
const applyRecords = (project: Project, { emails, rbac }: Pick<Required<Rendered>, "emails" | "rbac">): void => {
  project.permissionDefinitions.clear()
  for (const [id, { containedPermissionIds, description, scope = "team" }] of Object.entries(rbac.permissions ?? {})) {
    const definition: PermissionDefinition = {
      id,
      scope,
      description,
      containedPermissionIds: keysOf(containedPermissionIds)
    }
    project.permissionDefinitions.set(id, definition)
  }
  project.emailThemes.clear()
  for (const [id, { displayName = "", tsxSource = "" }] of Object.entries(emails.themes ?? {})) {
    project.emailThemes.set(id, { id, displayName, tsxSource })
  }
  project.emailTemplates.clear()
  for (const [id, { displayName = "", themeId = null, tsxSource = "" }] of Object.entries(emails.templates ?? {})) {
    project.emailTemplates.set(id, { id, displayName, themeId, tsxSource })
  }
}
