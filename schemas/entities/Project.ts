/** Projects as apps, admins and their owners see them. docs/platform.md §16. */
import * as Schema from "effect/Schema"
import { Email, ImageUrl, Json, Millis, openEnum, Secret, Url, Uuid } from "../fields.ts"
import { redacted } from "../secrets.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The OAuth providers a project can offer. */
export const oauthProviderTypes = [
  "google",
  "github",
  "microsoft",
  "spotify",
  "facebook",
  "discord",
  "gitlab",
  "bitbucket",
  "linkedin",
  "apple",
  "x",
  "twitch"
] as const

/** An OAuth provider people can sign in with. */
export class EnabledOAuthProvider extends Schema.Opaque<EnabledOAuthProvider>()(wireStruct({
  id: openEnum(...oauthProviderTypes)
})) {}

/** A permission that is granted without being asked for. */
export class DefaultPermission extends Schema.Opaque<DefaultPermission>()(wireStruct({ id: Schema.String })) {}

/** An origin that callbacks and redirects may lead to. */
export class ProjectDomain extends Schema.Opaque<ProjectDomain>()(wireStruct({
  /** Scheme, host and port count, a path does not. In the host `*` stands for any text without dots, `**` for any. */
  domain: Schema.String,
  /** Where the sign-in pages live below the domain, such as `/handler`. */
  handlerPath: Schema.String
})) {}

/** How a project uses an OAuth provider. */
export class ProjectOAuthProvider extends Schema.Opaque<ProjectOAuthProvider>()(wireStruct({
  /** The provider's key in the configuration: its `id`, unless it was set up in another way. */
  providerConfigId: Schema.String,
  id: openEnum(...oauthProviderTypes),
  /** `shared` runs over the platform's own OAuth app and suits development; `standard` over the project's. */
  type: openEnum("shared", "standard"),
  /** Only with `standard`. */
  clientId: Schema.optionalKey(Schema.String),
  /** Only with `standard`. */
  clientSecret: Schema.optionalKey(Secret),
  facebookConfigId: Schema.optionalKey(Schema.String),
  /** The platform takes `consumers` when there is none. */
  microsoftTenantId: Schema.optionalKey(Schema.String),
  appleBundleIds: Schema.optionalKey(Schema.Array(Schema.String))
})) {}

/** The server that a project's e-mails go out through. */
export class ProjectEmailConfig extends Schema.Opaque<ProjectEmailConfig>()(wireStruct({
  /** `shared` is the platform's server, which sends the platform's own mails only; `standard` is the project's. */
  type: openEnum("shared", "standard"),
  host: Schema.optionalKey(Schema.String),
  port: Schema.optionalKey(Schema.Int),
  username: Schema.optionalKey(Schema.String),
  password: Schema.optionalKey(Secret),
  senderName: Schema.optionalKey(Schema.String),
  senderEmail: Schema.optionalKey(Schema.String)
})) {}

/** What an app may know of its project's configuration: which ways to sign in it should offer. */
export class ClientProjectConfig extends Schema.Opaque<ClientProjectConfig>()(wireStruct({
  signUpEnabled: Schema.Boolean,
  /** E-mail and password. */
  credentialEnabled: Schema.Boolean,
  /** One-time codes and magic links. */
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean,
  allowUserApiKeys: Schema.Boolean,
  allowTeamApiKeys: Schema.Boolean,
  /** Sorted by id. */
  enabledOauthProviders: Schema.Array(EnabledOAuthProvider),
  /** Sent by later revisions of the platform. */
  domains: Schema.optionalKey(Schema.Array(ProjectDomain)),
  /** Sent by later revisions of the platform. */
  allowLocalhost: Schema.optionalKey(Schema.Boolean)
})) {}

/** A project as the apps that belong to it see it. */
export class ClientProject extends Schema.Opaque<ClientProject>()(wireStruct({
  /** A UUID, or `internal` for the project that project owners themselves are users of. */
  id: Schema.String,
  displayName: Schema.String,
  config: ClientProjectConfig
})) {}

/** The whole configuration of a project, defaults filled in. It contains secrets. */
export class ProjectConfig extends Schema.Opaque<ProjectConfig>()(wireStruct({
  ...ClientProjectConfig.fields,
  /** Trust every callback on `localhost`, its subdomains and `127.x.x.x`. Off in production mode. */
  allowLocalhost: Schema.Boolean,
  /** Those that allow sign-in, sorted by id. */
  oauthProviders: Schema.Array(ProjectOAuthProvider),
  /** Sorted by domain. */
  domains: Schema.Array(ProjectDomain),
  emailConfig: ProjectEmailConfig,
  /** The id of the theme that mails use unless they say otherwise. */
  emailTheme: Schema.String,
  createTeamOnSignUp: Schema.Boolean,
  /** Sorted by id, like the two below. Ids whose definition was deleted are left out. */
  teamCreatorDefaultPermissions: Schema.Array(DefaultPermission),
  teamMemberDefaultPermissions: Schema.Array(DefaultPermission),
  userDefaultPermissions: Schema.Array(DefaultPermission),
  /** What happens when an OAuth account has the e-mail address of an existing user. */
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
  /** A UUID, or `internal` for the project that project owners themselves are users of. */
  id: Schema.String,
  /** May be empty. */
  displayName: Schema.String,
  /** Empty when there is none. */
  description: Schema.String,
  logoUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Later revisions of the platform call it `logoFullUrl`. */
  fullLogoUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  logoFullUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  logoDarkModeUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  logoFullDarkModeUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  createdAt: wire("created_at_millis", Millis),
  /** A statement, not a guard: the platform takes `true` whatever the configuration. */
  isProductionMode: Schema.Boolean,
  onboardingStatus: Schema.optionalKey(openEnum(...onboardingStatuses)),
  onboardingState: Schema.optionalKey(Json),
  isDevelopmentEnvironment: Schema.optionalKey(Schema.Boolean),
  /** The team of project `internal` whose members own this project. */
  ownerTeamId: Schema.NullOr(Schema.String),
  config: ProjectConfig
})) {}

const Domain = Url.check(Schema.isPattern(/^https?:\/\//i, { expected: "a URL that starts with http:// or https://" }))

const providerOptions = {
  id: Schema.Literals(oauthProviderTypes),
  facebookConfigId: Schema.optional(Schema.String),
  microsoftTenantId: Schema.optional(Schema.String),
  appleBundleIds: Schema.optional(Schema.Array(Schema.String))
}

/** How a project is to use an OAuth provider. */
export const ProjectOAuthProviderInput = Schema.Union([
  wireStruct({
    ...providerOptions,
    type: Schema.Literal("standard"),
    clientId: Schema.NonEmptyString,
    clientSecret: redacted(Schema.NonEmptyString)
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

/** The platform's schema takes no longer one. */
const MailPassword = redacted(Schema.String.check(Schema.isMaxLength(70, { expected: "at most 70 characters" })))

/** A mail server of one's own. */
export const emailServer = {
  host: Schema.NonEmptyString,
  port: Port,
  username: Schema.NonEmptyString,
  password: MailPassword,
  senderName: Schema.NonEmptyString,
  senderEmail: Email
}

/** The server that a project's e-mails are to go out through. */
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

/** Changes to a configuration. What is left out stays as it is; a list or an `emailConfig` is replaced as a whole. */
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
  /** Can be set but not read. Taken by later revisions of the platform. */
  requireEmailVerification: Schema.optional(Schema.Boolean),
  /** A provider that is left out of the list no longer signs anyone in. Of two with one id the last counts. */
  oauthProviders: Schema.optional(Schema.Array(ProjectOAuthProviderInput)),
  domains: Schema.optional(Schema.Array(wireStruct({
    domain: Domain,
    handlerPath: Schema.String.check(Schema.isPattern(/^\//, { expected: "a path that starts with /" }))
  }))),
  emailConfig: Schema.optional(ProjectEmailConfigInput),
  emailTheme: Schema.optional(Schema.String),
  createTeamOnSignUp: Schema.optional(Schema.Boolean),
  /** The platform does not check that the permissions exist, here and in the two below. */
  teamCreatorDefaultPermissions: Schema.optional(Schema.Array(DefaultPermission)),
  teamMemberDefaultPermissions: Schema.optional(Schema.Array(DefaultPermission)),
  userDefaultPermissions: Schema.optional(Schema.Array(DefaultPermission)),
  oauthAccountMergeStrategy: Schema.optional(Schema.Literals(["link_method", "raise_error", "allow_duplicates"]))
})) {}

/** What an admin may change of a project. A field that is left out stays as it is. */
export const projectUpdate = {
  displayName: Schema.optional(Schema.String),
  /** `null` empties it. */
  description: Schema.optional(Schema.NullOr(Schema.String)),
  isProductionMode: Schema.optional(Schema.Boolean),
  /** `null` removes it, here and in the other logos. */
  logoUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  fullLogoUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  logoFullUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  logoDarkModeUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  logoFullDarkModeUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  onboardingStatus: Schema.optional(Schema.Literals(onboardingStatuses)),
  config: Schema.optional(ProjectConfigUpdate)
}

/** What a project starts from. */
export const projectCreate = {
  ...projectUpdate,
  displayName: Schema.String,
  /** A team of project `internal` that the caller is a member of. */
  ownerTeamId: Uuid
}
