/** Schema of a {@link Seed} as a JSON file: the same fields, with durations as text or milliseconds. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PaymentsConfig } from "../../../schemas/entities/PaymentsConfig.ts"
import { isSecret, isUrl, type NewWebhook } from "../model/index.ts"
import type { Seed, SeedProject, SeedUser } from "../seed/index.ts"
import { features } from "../state/index.ts"
import { Challenge, Config, ExternalAuth, type Fields, SharedProvider } from "./configFile.ts"
import { problemsOf } from "./control.ts"

const Uuid = Schema.String.check(Schema.isUUID())
const optional = Schema.optionalKey
const Flag = optional(Schema.Boolean)
const Duration = optional(Schema.Union([Schema.DurationFromMillis, Schema.DurationFromString]))

const Users = optional(Schema.Array(Schema.Struct(
  {
    email: Schema.String,
    password: optional(Schema.String),
    displayName: optional(Schema.String),
    verified: Flag,
    id: optional(Uuid),
    restrictedByAdmin: Flag,
    restrictedByAdminReason: optional(Schema.String),
    restrictedByAdminPrivateDetails: optional(Schema.String)
  } satisfies Fields<SeedUser>
)))

const Project = Schema.Struct(
  {
    id: Uuid,
    displayName: optional(Schema.String),
    publishableClientKey: Schema.String,
    secretServerKey: Schema.String,
    superSecretAdminKey: Schema.String,
    config: optional(Config),
    payments: optional(PaymentsConfig),
    dataVaultStores: optional(Schema.Array(Schema.String)),
    apps: optional(Schema.Array(Schema.String)),
    externalAuth: optional(ExternalAuth),
    users: Users
  } satisfies Fields<SeedProject>
)

const haveOwnIds = (webhooks: ReadonlyArray<{ readonly id?: string }>): boolean => {
  const ids = webhooks.flatMap(({ id }) => id ?? [])
  return new Set(ids).size === ids.length
}

const SeedFromJson = Schema.Struct(
  {
    revision: optional(Schema.Literals(["2025-08", "2026-04", "2026-10"])),
    features: optional(Schema.Array(Schema.Literals(features))),
    config: optional(Config),
    payments: optional(PaymentsConfig),
    dataVaultStores: optional(Schema.Array(Schema.String)),
    apps: optional(Schema.Array(Schema.String)),
    externalAuth: optional(ExternalAuth),
    users: Users,
    internal: optional(Schema.Struct({
      displayName: optional(Schema.String),
      publishableClientKey: optional(Schema.String),
      secretServerKey: optional(Schema.String),
      superSecretAdminKey: optional(Schema.String),
      config: optional(Config),
      payments: optional(PaymentsConfig),
      dataVaultStores: optional(Schema.Array(Schema.String)),
      apps: optional(Schema.Array(Schema.String)),
      externalAuth: optional(ExternalAuth)
    })),
    owners: Users,
    projects: optional(Schema.NonEmptyArray(Project)),
    accessTokenLifetime: Duration,
    domainVerification: Duration,
    ownerSeats: optional(Schema.NullOr(Schema.Int.check(Schema.isGreaterThan(0)))),
    passwordRounds: optional(Schema.Int.check(Schema.isBetween({ minimum: 4, maximum: 16 }))),
    sharedOAuthProvider: optional(SharedProvider),
    paymentWebhookSecret: optional(Schema.String),
    passkeyChallenge: optional(Challenge),
    sharedOAuthAccessTokens: Flag,
    hideUnknownAddresses: Flag,
    signUpWithoutCallback: Flag,
    webhooks: optional(
      Schema.Array(Schema.Struct(
        {
          url: Schema.String.check(Schema.makeFilter(isUrl, { expected: "an http or https URL" })),
          secret: optional(
            Schema.String.check(
              Schema.makeFilter(isSecret, { expected: "24 to 64 bytes in base64, usually after whsec_" })
            )
          ),
          id: optional(Schema.String)
        } satisfies Fields<NewWebhook>
      )).check(Schema.makeFilter(haveOwnIds, { expected: "a unique id for each webhook" }))
    )
  } satisfies Fields<Omit<Seed, "baseUrl">>
)

/** Decodes a seed. Fails with all its problems, each with its path. */
export const readSeed = (json: unknown): Effect.Effect<Seed, ReadonlyArray<string>> =>
  Effect.mapError(
    Schema.decodeUnknownEffect(SeedFromJson, { errors: "all", onExcessProperty: "error" })(json),
    ({ issue }) => problemsOf(issue)
  )
