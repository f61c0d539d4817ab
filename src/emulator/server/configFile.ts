/** Schemas of a project's configuration, for seed files and the control API. */
import * as Schema from "effect/Schema"
import type { ProjectConfig, SharedOAuthProvider, SignUpRule } from "../state/index.ts"

const optional = Schema.optionalKey
const Flag = optional(Schema.Boolean)
const Ids = optional(Schema.Array(Schema.String))

/** Schemas for every field of a type. The compiler reports missing fields. */
export type Fields<A> = { readonly [Key in keyof Required<A>]: Schema.Top }

/** Schema of a configuration. All fields are optional. */
export const Config = Schema.Struct(
  {
    signUpEnabled: Flag,
    requireEmailVerification: Flag,
    requirePublishableClientKey: Flag,
    credentialEnabled: Flag,
    magicLinkEnabled: Flag,
    passkeyEnabled: Flag,
    clientTeamCreationEnabled: Flag,
    clientUserDeletionEnabled: Flag,
    allowUserApiKeys: Flag,
    allowTeamApiKeys: Flag,
    allowLocalhost: Flag,
    createTeamOnSignUp: Flag,
    oauthProviders: optional(Schema.Array(Schema.Struct({
      id: Schema.String,
      type: Schema.Literals(["shared", "standard"]),
      clientId: optional(Schema.String),
      clientSecret: optional(Schema.String),
      facebookConfigId: optional(Schema.String),
      microsoftTenantId: optional(Schema.String),
      issuer: optional(Schema.String),
      appleBundleIds: Ids,
      appleTeamId: optional(Schema.String),
      appleKeyId: optional(Schema.String),
      applePrivateKey: optional(Schema.String)
    }))),
    domains: optional(Schema.Array(Schema.Struct({ domain: Schema.String, handlerPath: Schema.String }))),
    emailConfig: optional(Schema.Union([
      Schema.Struct({ type: Schema.Literal("shared") }),
      Schema.Struct({
        type: Schema.Literal("standard"),
        host: Schema.String,
        port: Schema.Int,
        username: Schema.String,
        password: Schema.String,
        senderName: Schema.String,
        senderEmail: Schema.String
      })
    ])),
    emailTheme: optional(Schema.String.check(Schema.isUUID())),
    teamCreatorDefaultPermissions: Ids,
    teamMemberDefaultPermissions: Ids,
    userDefaultPermissions: Ids,
    oauthAccountMergeStrategy: optional(Schema.Literals(["link_method", "raise_error", "allow_duplicates"])),
    signUpRules: optional(Schema.Array(Schema.Struct(
      {
        id: Schema.String,
        displayName: Schema.String,
        enabled: Schema.Boolean,
        priority: Schema.Finite,
        condition: Schema.String,
        action: Schema.Struct({
          type: Schema.Literals(["allow", "reject", "restrict", "log"]),
          message: optional(Schema.String)
        })
      } satisfies Fields<SignUpRule>
    ))),
    signUpRulesDefaultAction: optional(Schema.Literals(["allow", "reject"])),
    anonymousSignUpEnabled: Flag
  } satisfies Fields<ProjectConfig>
)

/** Schema of the OpenID provider that stands in for all OAuth providers with shared keys. */
export const SharedProvider = Schema.Struct(
  {
    issuer: Schema.String,
    clientId: optional(Schema.String),
    clientSecret: optional(Schema.String)
  } satisfies Fields<SharedOAuthProvider>
)

/** Id of an identity vendor's app. */
export const ExternalProvider = Schema.Literals(["clerk-integration", "better-auth-integration", "workos-integration"])

const ExternalSettings = Schema.Union([
  Schema.Literal(true),
  Schema.Struct({
    issuer: optional(Schema.String),
    authorizedParties: optional(Schema.String),
    audience: optional(Schema.String),
    jwksUrl: optional(Schema.String),
    clientId: optional(Schema.String)
  })
])

/** Identity vendors of a project, with their settings. */
export const ExternalAuth = Schema.Struct({
  "clerk-integration": optional(ExternalSettings),
  "better-auth-integration": optional(ExternalSettings),
  "workos-integration": optional(ExternalSettings)
})

/** Fixed challenge of passkey ceremonies. */
export const Challenge = Schema.String.check(Schema.isPattern(/^[\w-]+$/, { expected: "base64url text" }))
