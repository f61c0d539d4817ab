/**
 * Configuration of a project as one object, with the field names of the configuration endpoints, and its conversion to
 * and from the settings of the project endpoints. docs/platform.md §16.5.
 */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { builtInEmailThemes } from "../../../../schemas/entities/emailIds.ts"
import { oauthProviderTypes } from "../../../../schemas/entities/oauthProviderTypes.ts"
import { PaymentsConfig } from "../../../../schemas/entities/PaymentsConfig.ts"
import {
  builtInTemplates,
  builtInThemes,
  type ConfigObject,
  type EmailTemplate,
  type OAuthProviderConfig,
  type PermissionDefinition,
  type Project,
  type ProjectConfig
} from "../../state/index.ts"

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
        appleTeamId: Text,
        appleKeyId: Text,
        applePrivateKey: Text,
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
  payments: optional(PaymentsConfig),
  dbSync: Anything,
  dataVault: Anything,
  analytics: Anything,
  customDashboards: Anything
})

export type Rendered = typeof Rendered.Type

const isStruct = (schema: SchemaAST.AST): schema is SchemaAST.Objects => schema._tag === "Objects"

/** Whether a path names an entry of a record, such as a trusted domain. Other objects always exist. */
export const isEntry = (path: ReadonlyArray<string>): boolean => {
  let schema: SchemaAST.AST | undefined = Rendered.ast
  let isRecord = false
  for (const key of path) {
    if (schema === undefined || !isStruct(schema)) return false
    isRecord = schema.indexSignatures.length > 0
    schema = isRecord
      ? schema.indexSignatures[0]!.type
      : schema.propertySignatures.find(({ name }) => name === key)?.type
  }
  return isRecord
}

/** Settings with a single value in both forms: their path in the configuration and their default. */
const single = {
  signUpEnabled: ["auth.allowSignUp", true],
  requireEmailVerification: ["onboarding.requireEmailVerification", false],
  requirePublishableClientKey: ["project.requirePublishableClientKey", false],
  credentialEnabled: ["auth.password.allowSignIn", false],
  magicLinkEnabled: ["auth.otp.allowSignIn", false],
  passkeyEnabled: ["auth.passkey.allowSignIn", false],
  anonymousSignUpEnabled: ["auth.anonymous.allowSignIn", true],
  clientTeamCreationEnabled: ["teams.allowClientTeamCreation", false],
  clientUserDeletionEnabled: ["users.allowClientUserDeletion", false],
  allowUserApiKeys: ["apiKeys.enabled.user", false],
  allowTeamApiKeys: ["apiKeys.enabled.team", false],
  allowLocalhost: ["domains.allowLocalhost", false],
  createTeamOnSignUp: ["teams.createPersonalTeamOnSignUp", false],
  emailTheme: ["emails.selectedThemeId", builtInEmailThemes.light],
  oauthAccountMergeStrategy: ["auth.oauth.accountMergeStrategy", "link_method"],
  signUpRulesDefaultAction: ["auth.signUpRulesDefaultAction", "allow"]
} as const satisfies { readonly [Name in keyof ProjectConfig]?: readonly [path: string, initial: ProjectConfig[Name]] }

type Single = keyof typeof single

const singleNames = Object.keys(single) as ReadonlyArray<Single>

/** Default configuration, with the built-in themes and templates. Every level overrides it. */
export const defaults = (): ConfigObject => ({
  ...Object.fromEntries(Object.values(single)),
  "rbac.permissions": {},
  "rbac.defaultPermissions": { teamCreator: {}, teamMember: {}, signUp: {} },
  "domains.trustedDomains": {},
  "auth.oauth.providers": {},
  "auth.signUpRules": {},
  "apps.installed": {},
  "dataVault.stores": {},
  "dbSync.externalDatabases": {},
  "analytics.queryFolders": {},
  "customDashboards": {},
  "emails.server": { isShared: true, provider: "smtp" },
  "emails.themes": Object.fromEntries(builtInThemes().map(({ id, ...theme }) => [id, theme])),
  "emails.templates": Object.fromEntries(builtInTemplates().map((template) => [template.id, templateEntry(template)]))
})

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined>
  }

const set = (ids: ReadonlyArray<string>): { readonly [id: string]: true } =>
  Object.fromEntries(ids.map((id) => [id, true as const]))

const providerEntry = (provider: OAuthProviderConfig) => ({
  type: provider.id,
  isShared: provider.type === "shared",
  allowSignIn: true,
  allowConnectedAccounts: true,
  ...given({
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    facebookConfigId: provider.facebookConfigId,
    microsoftTenantId: provider.microsoftTenantId,
    appleTeamId: provider.appleTeamId,
    appleKeyId: provider.appleKeyId,
    applePrivateKey: provider.applePrivateKey,
    appleBundles: provider.appleBundleIds === undefined
      ? undefined
      : Object.fromEntries(provider.appleBundleIds.map((bundleId, at) => [String(at), { bundleId }]))
  })
})

const serverEntry = (config: ProjectConfig["emailConfig"]) => {
  if (config.type === "shared") return { isShared: true }
  const { type: _, ...server } = config
  return { isShared: false, ...server }
}

/** Returns a template as an entry of the configuration. */
export const templateEntry = ({ displayName, themeId, tsxSource }: EmailTemplate) => ({
  displayName,
  tsxSource,
  ...(themeId === null ? {} : { themeId })
})

/** Returns a permission as an entry of the configuration. */
export const permissionEntry = ({ containedPermissionIds, description, scope }: PermissionDefinition) => ({
  scope,
  ...given({ description }),
  containedPermissionIds: set(containedPermissionIds)
})

/** Returns settings as an override of the configuration. Each list replaces the configuration's whole list. */
export const overrideOf = (config: Partial<ProjectConfig>): ConfigObject => ({
  ...given(Object.fromEntries(singleNames.map((name) => [single[name][0], config[name]]))),
  ...given({
    "auth.oauth.providers": config.oauthProviders
      && Object.fromEntries(config.oauthProviders.map((provider) => [provider.id, providerEntry(provider)])),
    "domains.trustedDomains": config.domains
      && Object.fromEntries(
        config.domains.map(({ domain, handlerPath }) => [crypto.randomUUID(), { baseUrl: domain, handlerPath }])
      ),
    "emails.server": config.emailConfig && serverEntry(config.emailConfig),
    "rbac.defaultPermissions.teamCreator": config.teamCreatorDefaultPermissions
      && set(config.teamCreatorDefaultPermissions),
    "rbac.defaultPermissions.teamMember": config.teamMemberDefaultPermissions
      && set(config.teamMemberDefaultPermissions),
    "rbac.defaultPermissions.signUp": config.userDefaultPermissions && set(config.userDefaultPermissions),
    "auth.signUpRules": config.signUpRules
      && Object.fromEntries(config.signUpRules.map(({ id, ...rule }) => [id, rule]))
  })
})

/** Adds the defaults of record entries. */
export const completed = (config: Rendered): Rendered => {
  const { auth = {}, domains = {}, rbac = {} } = config
  return {
    ...config,
    rbac: {
      ...rbac,
      permissions: mapped(rbac.permissions, (permission) => ({ containedPermissionIds: {}, ...permission }))
    },
    domains: {
      ...domains,
      trustedDomains: mapped(domains.trustedDomains, (domain) => ({ handlerPath: "/handler", ...domain }))
    },
    auth: {
      ...auth,
      oauth: {
        ...auth.oauth,
        providers: mapped(auth.oauth?.providers, (provider) => ({
          isShared: true,
          allowSignIn: false,
          allowConnectedAccounts: false,
          ...provider
        }))
      },
      signUpRules: mapped(auth.signUpRules, ({ action, ...rule }) => ({
        enabled: false,
        priority: 0,
        ...rule,
        action: { type: "allow" as const, ...action }
      }))
    }
  }
}

type Entries<A> = { readonly [id: string]: A }

const mapped = <A, B>(record: Entries<A> | undefined, entry: (value: A, id: string) => B): Entries<B> =>
  Object.fromEntries(Object.entries(record ?? {}).map(([id, value]) => [id, entry(value, id)]))

const keysOf = (record: object | undefined): ReadonlyArray<string> => Object.keys(record ?? {})

const at = (config: ConfigObject, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as ConfigObject | undefined)?.[key], config)

/** Replaces a project's settings, permissions, themes and templates with those of a configuration. */
export const apply = (project: Project, rendered: Rendered): void => {
  const { auth = {}, domains = {}, emails = {}, rbac = {}, ...rest } = completed(rendered)
  const { analytics, apps, customDashboards, dataVault, dbSync, payments, sourceOfTruth } = rest
  project.configRest = given({ analytics, apps, customDashboards, dataVault, dbSync, payments, sourceOfTruth })
  project.config = sorted({
    ...Object.fromEntries(
      singleNames.map((name) => [name, at(rendered as ConfigObject, single[name][0]) ?? single[name][1]])
    ) as Pick<ProjectConfig, Single>,
    oauthProviders: Object.entries(auth.oauth?.providers ?? {})
      .filter(([, { allowSignIn }]) => allowSignIn)
      .map(([id, { appleBundles, isShared, ...provider }]) => ({
        id,
        type: isShared ? "shared" : "standard",
        ...given({
          clientId: provider.clientId,
          clientSecret: provider.clientSecret,
          facebookConfigId: provider.facebookConfigId,
          microsoftTenantId: provider.microsoftTenantId,
          appleTeamId: provider.appleTeamId,
          appleKeyId: provider.appleKeyId,
          applePrivateKey: provider.applePrivateKey,
          appleBundleIds: appleBundles && Object.values(appleBundles).map(({ bundleId }) => bundleId)
        })
      })),
    domains: Object.values(domains.trustedDomains ?? {}).flatMap(({ baseUrl, handlerPath = "" }) =>
      baseUrl === undefined ? [] : [{ domain: baseUrl, handlerPath }]
    ),
    emailConfig: mailServerOf(emails.server ?? {}),
    teamCreatorDefaultPermissions: keysOf(rbac.defaultPermissions?.teamCreator),
    teamMemberDefaultPermissions: keysOf(rbac.defaultPermissions?.teamMember),
    userDefaultPermissions: keysOf(rbac.defaultPermissions?.signUp),
    signUpRules: Object.entries(auth.signUpRules ?? {}).map(([id, rule]) => ({
      id,
      displayName: rule.displayName ?? "",
      enabled: rule.enabled ?? false,
      priority: rule.priority ?? 0,
      condition: rule.condition ?? "false",
      action: { type: rule.action?.type ?? "allow", ...given({ message: rule.action?.message }) }
    }))
  })
  replaceEntries(
    project.permissionDefinitions,
    rbac.permissions,
    ({ containedPermissionIds, scope = "team", ...permission }, id) => ({
      id,
      scope,
      description: permission.description,
      containedPermissionIds: keysOf(containedPermissionIds)
    })
  )
  replaceEntries(project.emailThemes, emails.themes, ({ displayName = "", tsxSource = "" }, id) => ({
    id,
    displayName,
    tsxSource
  }))
  replaceEntries(
    project.emailTemplates,
    emails.templates,
    ({ displayName = "", themeId = null, tsxSource = "" }, id) => ({
      id,
      displayName,
      themeId,
      tsxSource
    })
  )
}

const replaceEntries = <A, B>(
  target: Map<string, B>,
  record: Entries<A> | undefined,
  entry: (value: A, id: string) => B
): void => {
  target.clear()
  for (const [id, value] of Object.entries(record ?? {})) target.set(id, entry(value, id))
}

/** Host of the platform's mail service for managed domains. It accepts every email. */
export const managedMailHost = "managed.smtp.latchkey.localhost"

const mailServerOf = (server: NonNullable<NonNullable<Rendered["emails"]>["server"]>): ProjectConfig["emailConfig"] =>
  server.isShared !== false ? { type: "shared" } : {
    type: "standard",
    host: server.host ?? (server.provider === "managed" ? managedMailHost : ""),
    port: server.port ?? 0,
    username: server.username ?? "",
    password: server.password ?? "",
    senderName: server.senderName ?? "",
    senderEmail: server.senderEmail ?? ""
  }

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

/** Sorts the lists of a configuration in the platform's order. */
const sorted = (config: ProjectConfig): ProjectConfig => ({
  ...config,
  oauthProviders: [...config.oauthProviders].sort((a, b) => compare(a.id, b.id)),
  domains: [...config.domains].sort((a, b) => compare(a.domain, b.domain)),
  teamCreatorDefaultPermissions: [...config.teamCreatorDefaultPermissions].sort(compare),
  teamMemberDefaultPermissions: [...config.teamMemberDefaultPermissions].sort(compare),
  userDefaultPermissions: [...config.userDefaultPermissions].sort(compare)
})
