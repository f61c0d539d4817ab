/** Projects as apps, admins and owners see them. docs/platform.md §16. */
import * as Schema from "effect/Schema"
import { redacted } from "../compiled/redacted.ts"
import { Email, ImageUrl, Json, Millis, openEnum, Secret, Url, Uuid } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { oauthProviderTypes } from "./oauthProviderTypes.ts"

/** An OAuth provider that users can sign in with. */
export class EnabledOAuthProvider extends Schema.Opaque<EnabledOAuthProvider>()(wireStruct({
  id: openEnum(...oauthProviderTypes)
})) {}

/** A permission that is granted automatically. */
export class DefaultPermission extends Schema.Opaque<DefaultPermission>()(wireStruct({ id: Schema.String })) {}

/** A trusted origin for callbacks and redirects. */
export class ProjectDomain extends Schema.Opaque<ProjectDomain>()(wireStruct({
  /**
   * Scheme, host and port are compared, the path isn't. In the host, `*` matches any text without dots, `**` any text.
   */
  domain: Schema.String,
  /** The path of the sign-in pages, for example `/handler`. */
  handlerPath: Schema.String
})) {}

/** A project's settings for an OAuth provider. */
export class ProjectOAuthProvider extends Schema.Opaque<ProjectOAuthProvider>()(wireStruct({
  /** The provider's key in the configuration. Usually its `id`. */
  providerConfigId: Schema.String,
  id: openEnum(...oauthProviderTypes),
  /** `shared` uses the platform's OAuth app and is meant for development; `standard` uses the project's OAuth app. */
  type: openEnum("shared", "standard"),
  /** Present only if `type` is `standard`. */
  clientId: Schema.optionalKey(Schema.String),
  /** Present only if `type` is `standard`. */
  clientSecret: Schema.optionalKey(Secret),
  facebookConfigId: Schema.optionalKey(Schema.String),
  /** If the tenant is absent, the platform uses `consumers`. */
  microsoftTenantId: Schema.optionalKey(Schema.String),
  appleBundleIds: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The key that signs in with Apple, in place of `clientSecret`. Like the two fields below, after 2026-04. */
  appleTeamId: Schema.optionalKey(Schema.String),
  appleKeyId: Schema.optionalKey(Schema.String),
  applePrivateKey: Schema.optionalKey(Secret)
})) {}

/** The mail server of a project. */
export class ProjectEmailConfig extends Schema.Opaque<ProjectEmailConfig>()(wireStruct({
  /** `shared`: the platform's server, which only sends the platform's own emails. `standard`: the project's server. */
  type: openEnum("shared", "standard"),
  host: Schema.optionalKey(Schema.String),
  port: Schema.optionalKey(Schema.Int),
  username: Schema.optionalKey(Schema.String),
  password: Schema.optionalKey(Secret),
  senderName: Schema.optionalKey(Schema.String),
  senderEmail: Schema.optionalKey(Schema.String)
})) {}

/** The part of a project's configuration that apps can read: the available sign-in methods. */
export class ClientProjectConfig extends Schema.Opaque<ClientProjectConfig>()(wireStruct({
  signUpEnabled: Schema.Boolean,
  /** Sign-in with email and password. */
  credentialEnabled: Schema.Boolean,
  /** Sign-in with one-time codes and magic links. */
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean,
  allowUserApiKeys: Schema.Boolean,
  allowTeamApiKeys: Schema.Boolean,
  /** Sorted by id. */
  enabledOauthProviders: Schema.Array(EnabledOAuthProvider),
  /** Present in later revisions of the platform. */
  domains: Schema.optionalKey(Schema.Array(ProjectDomain)),
  /** Present in later revisions of the platform. */
  allowLocalhost: Schema.optionalKey(Schema.Boolean)
})) {}

/** Message about a project's configuration, for its owners. */
const ConfigMessage = wireStruct({ message: Schema.String })

/** Fields after revision 2026-04. They were read in sources only: docs/platform.md §25. */
const latestFields = {
  /** Why the last pushed configuration was not applied, or `null`. */
  pushedConfigError: Schema.optionalKey(Schema.NullOr(ConfigMessage)),
  configWarnings: Schema.optionalKey(Schema.Array(ConfigMessage)),
  isDevelopmentEnvironment: Schema.optionalKey(Schema.Boolean)
}

/** A project as its apps see it. */
export class ClientProject extends Schema.Opaque<ClientProject>()(wireStruct({
  /** A UUID, or `internal` for the project whose users own the other projects. */
  id: Schema.String,
  displayName: Schema.String,
  ...latestFields,
  config: ClientProjectConfig
})) {}

/** The whole configuration of a project, including defaults. Contains secrets. */
export class ProjectConfig extends Schema.Opaque<ProjectConfig>()(wireStruct({
  ...ClientProjectConfig.fields,
  /** Trusts all callbacks on `localhost`, its subdomains and `127.x.x.x`. Off in production mode. */
  allowLocalhost: Schema.Boolean,
  /** The providers that allow sign-in, sorted by id. */
  oauthProviders: Schema.Array(ProjectOAuthProvider),
  /** Sorted by domain. */
  domains: Schema.Array(ProjectDomain),
  emailConfig: ProjectEmailConfig,
  /** The id of the default email theme. */
  emailTheme: Schema.String,
  createTeamOnSignUp: Schema.Boolean,
  /** Sorted by id, like the two lists below. Deleted permissions are omitted. */
  teamCreatorDefaultPermissions: Schema.Array(DefaultPermission),
  teamMemberDefaultPermissions: Schema.Array(DefaultPermission),
  userDefaultPermissions: Schema.Array(DefaultPermission),
  /** Strategy for an OAuth account with the email address of an existing user. */
  oauthAccountMergeStrategy: openEnum("link_method", "raise_error", "allow_duplicates")
})) {}

const onboardingStatuses = [
  "config_choice",
  "apps_selection",
  "auth_setup",
  "domain_setup",
  "email_theme_setup",
  "payments_setup",
  "welcome",
  "completed"
] as const

/** A project as its admins and owners see it. */
export class AdminProject extends Schema.Opaque<AdminProject>()(wireStruct({
  /** A UUID, or `internal` for the project whose users own the other projects. */
  id: Schema.String,
  /** May be empty. */
  displayName: Schema.String,
  /** Empty if the project has no description. */
  description: Schema.String,
  logoUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Called `logoFullUrl` in later revisions of the platform. */
  fullLogoUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  logoFullUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  logoDarkModeUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  logoFullDarkModeUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  createdAt: wire("created_at_millis", Millis),
  /** A label only: the platform accepts `true` with any configuration. */
  isProductionMode: Schema.Boolean,
  onboardingStatus: Schema.optionalKey(openEnum(...onboardingStatuses)),
  onboardingState: Schema.optionalKey(Json),
  ...latestFields,
  /** The team of project `internal` whose members own this project. */
  ownerTeamId: Schema.NullOr(Schema.String),
  config: ProjectConfig
})) {}

const Domain = Url.check(Schema.isPattern(/^https?:\/\//i, { expected: "a URL that starts with http:// or https://" }))

const providerOptions = {
  id: Schema.Literals(oauthProviderTypes),
  facebookConfigId: Schema.optional(Schema.String),
  microsoftTenantId: Schema.optional(Schema.String),
  appleBundleIds: Schema.optional(Schema.Array(Schema.String)),
  /** Apple's key: all three fields or none. Platforms until 2026-04 reject them. */
  appleTeamId: Schema.optional(Schema.String),
  appleKeyId: Schema.optional(Schema.String),
  applePrivateKey: Schema.optional(Secret)
}

/** A project's settings for an OAuth provider, in the form that requests use. Apple's key can replace the secret. */
export const ProjectOAuthProviderInput = Schema.Union([
  wireStruct({
    ...providerOptions,
    type: Schema.Literal("standard"),
    clientId: Schema.NonEmptyString,
    clientSecret: redacted(Schema.NonEmptyString)
  }),
  wireStruct({
    ...providerOptions,
    id: Schema.Literal("apple"),
    type: Schema.Literal("standard"),
    clientId: Schema.NonEmptyString,
    clientSecret: Schema.optional(Secret),
    appleTeamId: Schema.NonEmptyString,
    appleKeyId: Schema.NonEmptyString,
    applePrivateKey: redacted(Schema.NonEmptyString)
  }),
  wireStruct({
    ...providerOptions,
    type: Schema.Literal("shared"),
    clientId: Schema.optional(Schema.String),
    clientSecret: Schema.optional(Secret)
  })
])

const Port = Schema.Int.check(
  Schema.isGreaterThanOrEqualTo(0, { expected: "a port from 0 to 65535" }),
  Schema.isLessThanOrEqualTo(65_535, { expected: "a port from 0 to 65535" })
)

/** Password of a mail server, up to the platform's maximum length. */
const MailPassword = redacted(Schema.String.check(Schema.isMaxLength(70, { expected: "at most 70 characters" })))

/** The project's own mail server. */
export const emailServer = {
  host: Schema.NonEmptyString,
  port: Port,
  username: Schema.NonEmptyString,
  password: MailPassword,
  senderName: Schema.NonEmptyString,
  senderEmail: Email
}

/** The mail server of a project, in the form that requests use. */
export const ProjectEmailConfigInput = Schema.Union([
  wireStruct({
    ...emailServer,
    type: Schema.Literal("standard"),
    password: redacted(
      Schema.NonEmptyString.check(Schema.isMaxLength(70, { expected: "at most 70 characters" }))
    )
  }),
  wireStruct({
    type: Schema.Literal("shared"),
    host: Schema.optional(Schema.String),
    port: Schema.optional(Port),
    username: Schema.optional(Schema.String),
    password: Schema.optional(MailPassword),
    senderName: Schema.optional(Schema.String),
    senderEmail: Schema.optional(Email)
  })
])

/** Changes to a configuration. An omitted field stays unchanged; a list or an `emailConfig` is replaced as a whole. */
export class ProjectConfigUpdate extends Schema.Opaque<ProjectConfigUpdate>()(wireStruct({
  allowLocalhost: Schema.optional(Schema.Boolean),
  signUpEnabled: Schema.optional(Schema.Boolean),
  credentialEnabled: Schema.optional(Schema.Boolean),
  magicLinkEnabled: Schema.optional(Schema.Boolean),
  passkeyEnabled: Schema.optional(Schema.Boolean),
  clientTeamCreationEnabled: Schema.optional(Schema.Boolean),
  clientUserDeletionEnabled: Schema.optional(Schema.Boolean),
  allowUserApiKeys: Schema.optional(Schema.Boolean),
  allowTeamApiKeys: Schema.optional(Schema.Boolean),
  /** Can be set but not read. Later revisions of the platform only. */
  requireEmailVerification: Schema.optional(Schema.Boolean),
  /** A provider that isn't in the list no longer allows sign-in. If an id appears twice, the last entry applies. */
  oauthProviders: Schema.optional(Schema.Array(ProjectOAuthProviderInput)),
  domains: Schema.optional(Schema.Array(wireStruct({
    domain: Domain,
    handlerPath: Schema.String.check(Schema.isPattern(/^\//, { expected: "a path that starts with /" }))
  }))),
  emailConfig: Schema.optional(ProjectEmailConfigInput),
  emailTheme: Schema.optional(Schema.String),
  createTeamOnSignUp: Schema.optional(Schema.Boolean),
  /** The platform doesn't check that the permissions exist, here and in the two lists below. */
  teamCreatorDefaultPermissions: Schema.optional(Schema.Array(DefaultPermission)),
  teamMemberDefaultPermissions: Schema.optional(Schema.Array(DefaultPermission)),
  userDefaultPermissions: Schema.optional(Schema.Array(DefaultPermission)),
  oauthAccountMergeStrategy: Schema.optional(Schema.Literals(["link_method", "raise_error", "allow_duplicates"]))
})) {}

/** The fields that an admin can change. An omitted field stays unchanged. */
export const projectUpdate = {
  displayName: Schema.optional(Schema.String),
  /** `null` clears the description. */
  description: Schema.optional(Schema.NullOr(Schema.String)),
  isProductionMode: Schema.optional(Schema.Boolean),
  /** `null` removes the logo. The same applies to the other logos. */
  logoUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  fullLogoUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  logoFullUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  logoDarkModeUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  logoFullDarkModeUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  onboardingStatus: Schema.optional(Schema.Literals(onboardingStatuses)),
  config: Schema.optional(ProjectConfigUpdate)
}

/** The fields of a new project. */
export const projectCreate = {
  ...projectUpdate,
  displayName: Schema.String,
  /** A team of project `internal` that the caller is a member of. */
  ownerTeamId: Uuid
}
