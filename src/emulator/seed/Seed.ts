/** Initial state of the emulator. Every setting has a default, which is the same in every run. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { withoutTrailingSlashes } from "../../../schemas/address.ts"
import type { Revision } from "../../../schemas/Endpoint.ts"
import type { PaymentsConfig } from "../../../schemas/entities/PaymentsConfig.ts"
import {
  configLayers,
  connectAccount,
  contactChannels,
  type NewWebhook,
  passwords,
  projects,
  teams,
  users,
  withOffers
} from "../model/index.ts"
import {
  type ConfigObject,
  emitter,
  empty,
  type ExternalProviderId,
  type ExternalSettings,
  type Feature,
  type KeySet,
  type Mail,
  type Platform,
  type PlatformEvent,
  playedSettings,
  type Project,
  type ProjectConfig,
  ring,
  rulesOf,
  type SharedOAuthProvider
} from "../state/index.ts"

/** Settings of a project. A missing or `undefined` setting has its default. */
export type ConfigOptions = { readonly [Name in keyof ProjectConfig]?: ProjectConfig[Name] | undefined }

/** Products and items of a project. A missing or `undefined` setting is left unset. */
export type PaymentOptions = { readonly [Name in keyof PaymentsConfig]?: PaymentsConfig[Name] | undefined }

/** Removes the properties that are `undefined`, so that they don't replace defaults. */
export const withoutUndefined = <A extends object>(
  options: A | undefined
): { readonly [Name in keyof A]: Exclude<A[Name], undefined> } =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as never

/** User that exists from the start. */
export interface SeedUser {
  readonly email: string
  /** Users without a password sign in by email. */
  readonly password?: string | undefined
  readonly displayName?: string | undefined
  /** @default true */
  readonly verified?: boolean | undefined
  /** A UUID. @default a new one in every run */
  readonly id?: string | undefined
  /** Whether an administrator has restricted the user. */
  readonly restrictedByAdmin?: boolean | undefined
  /** Reason shown to the user. Only with `restrictedByAdmin`. */
  readonly restrictedByAdminReason?: string | undefined
  /** Details visible to back ends. Only with `restrictedByAdmin`. */
  readonly restrictedByAdminPrivateDetails?: string | undefined
}

/** Identity vendors by the ids of their apps, with their settings. */
export type ExternalAuthOptions = { readonly [Id in ExternalProviderId]?: ExternalSettings | true | undefined }

/** Project that exists from the start. */
export interface SeedProject {
  /** A UUID. */
  readonly id: string
  readonly displayName?: string | undefined
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
  /** Settings that differ from {@link seedConfig}. */
  readonly config?: ConfigOptions | undefined
  readonly users?: ReadonlyArray<SeedUser> | undefined
  /** What the project sells: the key `payments` of its configuration. Also connects an account at the payment provider. */
  readonly payments?: PaymentOptions | undefined
  /** Ids of the stores in the data vault. @default none */
  readonly dataVaultStores?: ReadonlyArray<string> | undefined
  /** Ids of the installed apps. Events and session replays need the app `analytics`. @default none */
  readonly apps?: ReadonlyArray<string> | undefined
  /** Identity vendors of external sessions; `true` for the vendor that the emulator simulates. @default none */
  readonly externalAuth?: ExternalAuthOptions | undefined
}

/** Initial state and settings of the emulator. */
export interface Seed {
  /**
   * Revision of the platform to emulate exactly. Without a revision, responses suit clients of every revision: access
   * tokens have the claims of all revisions, and fields that newer clients require are present.
   */
  readonly revision?: Revision | undefined
  /**
   * Features that no revision of the platform has, by name. Without `agents`, the routes of agents respond with 404. The
   * project also needs the app `agent-auth`.
   *
   * @default none
   */
  readonly features?: ReadonlyArray<Feature> | undefined
  /** Base URL when used in-process. On a port, the URL of the port is used. @default "http://latchkey.localhost" */
  readonly baseUrl?: string | undefined
  /** Settings of the first project that differ from {@link seedConfig}. */
  readonly config?: ConfigOptions | undefined
  /** What the first project sells. @default nothing */
  readonly payments?: PaymentOptions | undefined
  /** Ids of the stores in the first project's data vault. @default none */
  readonly dataVaultStores?: ReadonlyArray<string> | undefined
  /** Ids of the first project's installed apps, such as `analytics`. @default none */
  readonly apps?: ReadonlyArray<string> | undefined
  /**
   * Identity vendors of the first project's external sessions; `true` for the vendor that the emulator simulates.
   * @default none
   */
  readonly externalAuth?: ExternalAuthOptions | undefined
  /** Users of the first project. */
  readonly users?: ReadonlyArray<SeedUser> | undefined
  /**
   * Fields and settings of project `internal` that differ from {@link internalProject}. Project owners are users of
   * this project.
   */
  readonly internal?:
    | { readonly [Name in keyof Omit<SeedProject, "id" | "users">]?: SeedProject[Name] | undefined }
    | undefined
  /** Users of project `internal`. They own all projects. */
  readonly owners?: ReadonlyArray<SeedUser> | undefined
  /** Projects, in order. @default {@link defaultProject} */
  readonly projects?: readonly [SeedProject, ...ReadonlyArray<SeedProject>] | undefined
  /** @default "10 minutes", as on the platform */
  readonly accessTokenLifetime?: Duration.Input | undefined
  /**
   * Maximum number of members in a team that owns projects. Accepting an invitation beyond this number is rejected.
   * With `null`, project `internal` has no seats, and accepting an invitation fails with `ItemNotFound`.
   *
   * @default no limit
   */
  readonly ownerSeats?: number | null | undefined
  /** bcrypt rounds of password hashes, 4 to 16. The platform uses 10. @default 4, to keep tests fast */
  readonly passwordRounds?: number | undefined
  /**
   * Whether providers on shared keys issue access tokens for connected accounts, as on the platform's development
   * servers.
   * @default false
   */
  readonly sharedOAuthAccessTokens?: boolean | undefined
  /** OpenID provider for all providers on shared keys. @default the emulator's own sign-in page */
  readonly sharedOAuthProvider?: SharedOAuthProvider | undefined
  /**
   * Fixed challenge for every passkey ceremony in base64url, for recorded authenticators. @default a new one each time
   */
  readonly passkeyChallenge?: string | undefined
  /**
   * Whether requesting a password reset takes 2 to 3 seconds for an unknown address, as on the platform, so that
   * responses don't reveal which addresses have an account. Uses the Effect clock that the emulator was created with, so tests
   * advance their `TestClock` past it. Off by default, so that tests neither wait nor hang; `latchkey emulator` turns
   * it on.
   *
   * @default false
   */
  readonly hideUnknownAddresses?: boolean | undefined
  /**
   * Whether sign-up works without a verification callback URL. No email is sent in that case, as in later revisions of
   * the platform.
   *
   * @default as in the `revision`; `false` without a revision
   */
  readonly signUpWithoutCallback?: boolean | undefined
  /**
   * Secret of the signatures of the payment provider's events, which the emulator receives at
   * `/emulator/payments/webhooks`.
   * @default "whsec_emulator"
   */
  readonly paymentWebhookSecret?: string | undefined
  /**
   * Time after which a managed domain is verified, by the emulator's clock. With `Infinity`, it waits until
   * `managedDomains.report` of the emulator is called.
   *
   * @default "1 second", as in the platform's development mode
   */
  readonly domainVerification?: Duration.Input | undefined
  /** Webhook endpoints that receive the events of all projects. @default none */
  readonly webhooks?: ReadonlyArray<NewWebhook> | undefined
}

/** Creates a key: the prefix, and 45 characters in the platform's alphabet. */
const key = (prefix: string, text: string): string => `${prefix}_${text.padEnd(45, "0")}`

/** Project that exists if the seed contains none. */
export const defaultProject = {
  id: "11111111-1111-4111-8111-111111111111",
  displayName: "My app",
  publishableClientKey: key("pck", "emulator"),
  secretServerKey: key("ssk", "emulator"),
  superSecretAdminKey: key("sak", "emulator")
} as const satisfies SeedProject

/** Project `internal`. Its users are the project owners. */
export const internalProject = {
  id: "internal",
  displayName: "Project owners",
  publishableClientKey: key("pck", "ownersproject"),
  secretServerKey: key("ssk", "ownersproject"),
  superSecretAdminKey: key("sak", "ownersproject")
} as const satisfies SeedProject

/** Team of project `internal` that owns the seeded projects. */
export const ownerTeamId = "22222222-2222-4222-8222-222222222222"

/**
 * Default configuration of a seeded project: the platform's defaults, with all sign-in methods that need no provider.
 */
export const seedConfig: ProjectConfig = { ...projects.defaultConfig, magicLinkEnabled: true, passkeyEnabled: true }

/** Creates an emulator's state from a seed. */
export const seedPlatform = (seed: Seed, now: () => number): Effect.Effect<Platform> =>
  Effect.gen(function*() {
    const platform: Platform = {
      store: empty(),
      rules: rulesOf(seed.revision),
      features: new Set(seed.features),
      now,
      clock: yield* Clock.Clock,
      baseUrl: withoutTrailingSlashes(seed.baseUrl ?? "http://latchkey.localhost"),
      keys: ring(),
      passwordRounds: seed.passwordRounds ?? 4,
      ownerSeats: seed.ownerSeats === undefined ? Infinity : seed.ownerSeats,
      sharedOAuthProvider: seed.sharedOAuthProvider,
      passkeyChallenge: seed.passkeyChallenge,
      sharedOAuthAccessTokens: seed.sharedOAuthAccessTokens ?? false,
      linksPictures: true,
      hidesUnknownAddresses: seed.hideUnknownAddresses ?? false,
      signUpWithoutCallback: seed.signUpWithoutCallback ?? rulesOf(seed.revision).signUpWithoutCallback,
      accessTokenSeconds: Math.max(1, Math.floor(Duration.toSeconds(seed.accessTokenLifetime ?? "10 minutes"))),
      domainVerificationMillis: Duration.toMillis(Duration.fromInputUnsafe(seed.domainVerification ?? "1 second")),
      declinesCard: () => false,
      paymentWebhookSecret: seed.paymentWebhookSecret ?? "whsec_emulator",
      writesLate: () => undefined,
      events: yield* emitter<PlatformEvent>(),
      webhooks: new Map(),
      webhooksNamed: 0,
      mails: yield* emitter<Mail>()
    }
    const internal = yield* seedOneProject(platform, {
      ...internalProject,
      ...withoutUndefined(seed.internal),
      users: seed.owners ?? []
    })
    const owners = teams.create(platform, internal, "Owners", ownerTeamId)
    for (const user of internal.usersInOrder) teams.join(platform, internal, owners, user, ["team_admin"])
    const [first, ...others]: NonNullable<Seed["projects"]> = seed.projects ?? [defaultProject]
    yield* seedOneProject(platform, {
      ...first,
      config: { ...withoutUndefined(first.config), ...withoutUndefined(seed.config) },
      ...(seed.payments === undefined ? {} : { payments: seed.payments }),
      ...(seed.dataVaultStores === undefined ? {} : { dataVaultStores: seed.dataVaultStores }),
      ...(seed.apps === undefined ? {} : { apps: seed.apps }),
      ...(seed.externalAuth === undefined ? {} : { externalAuth: seed.externalAuth }),
      users: [...(first.users ?? []), ...(seed.users ?? [])]
    })
    for (const other of others) yield* seedOneProject(platform, other)
    return platform
  })

/** Adds the seed's projects that a loaded state lacks, and adds the seed's keys to existing projects. */
export const seedMissing = (platform: Platform, seed: Seed): Effect.Effect<void> =>
  Effect.gen(function*() {
    const seeded = [{ ...internalProject, ...withoutUndefined(seed.internal) }, ...(seed.projects ?? [defaultProject])]
    for (const project of seeded) {
      const present = platform.store.projects.get(project.id)
      if (present === undefined) yield* seedOneProject(platform, project)
      else if (!hasKeys(present, project)) projects.addKeys(present, keySetOf(project, platform.now()))
    }
  })

const hasKeys = (project: Project, seed: SeedProject): boolean =>
  project.keySets.some(({ keys: { admin, client, server } }) =>
    client === seed.publishableClientKey && server === seed.secretServerKey && admin === seed.superSecretAdminKey
  )

const keySetOf = (seed: SeedProject, now: number): KeySet => ({
  id: crypto.randomUUID(),
  description: "Seeded",
  createdAt: now,
  expiresAt: Infinity,
  revokedAt: null,
  keys: { client: seed.publishableClientKey, server: seed.secretServerKey, admin: seed.superSecretAdminKey }
})

/** Returns the installed apps with their settings. */
const installedIn = ({ apps = [], externalAuth = {} }: SeedProject): ReadonlyArray<readonly [string, ConfigObject]> => [
  ...apps.map((id) => [id, { enabled: true }] as const),
  ...Object.entries(withoutUndefined(externalAuth)).map(([id, settings]) =>
    [
      id,
      { enabled: true, ...(settings === true ? playedSettings[id as ExternalProviderId] : settings) } as ConfigObject
    ] as const
  )
]

const seedOneProject = (platform: Platform, seed: SeedProject): Effect.Effect<Project> =>
  Effect.gen(function*() {
    const now = platform.now()
    const project = projects.create(platform.store, now, {
      id: seed.id,
      displayName: seed.displayName ?? "Project",
      ownerTeamId,
      config: { ...seedConfig, ...withoutUndefined(seed.config) }
    })
    projects.addKeys(project, keySetOf(seed, now))
    if (seed.payments !== undefined) {
      const payments: PaymentsConfig = withoutUndefined(seed.payments)
      const named = platform.rules.payments === "offers" ? withOffers(payments) : payments
      configLayers.write(project, { payments: named as ConfigObject })
      connectAccount(project, { isReady: true })
    }
    const installed = installedIn(seed)
    if (installed.length > 0) configLayers.write(project, { "apps.installed": Object.fromEntries(installed) })
    if (seed.dataVaultStores !== undefined) {
      configLayers.write(project, {
        "dataVault.stores": Object.fromEntries(seed.dataVaultStores.map((id) => [id, { displayName: id }]))
      })
    }
    for (const user of seed.users ?? []) yield* seedOneUser(platform, project, user)
    return project
  })

const seedOneUser = (platform: Platform, project: Project, seed: SeedUser): Effect.Effect<void> =>
  Effect.gen(function*() {
    const passwordHash = seed.password === undefined
      ? null
      : yield* Effect.orDie(passwords.hashedSeed(platform, Redacted.make(seed.password)))
    const user = users.add(platform, project, seed.id)
    user.displayName = seed.displayName ?? null
    user.passwordHash = passwordHash
    user.otpAuthEnabled = passwordHash === null
    user.restrictedByAdmin = seed.restrictedByAdmin ?? false
    user.restrictedByAdminReason = seed.restrictedByAdminReason ?? null
    user.restrictedByAdminPrivateDetails = seed.restrictedByAdminPrivateDetails ?? null
    const value = contactChannels.normalized(seed.email)
    const isVerified = seed.verified ?? true
    contactChannels.add(project, user, { value, isVerified, isPrimary: true, usedForAuth: true })
    user.permissionIds.push(...project.config.userDefaultPermissions)
    teams.makePersonal(platform, project, user, value)
  })
