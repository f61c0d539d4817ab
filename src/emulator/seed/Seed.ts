/** What an emulated platform starts with. Everything has a default, and the defaults never change between runs. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { withoutTrailingSlashes } from "../../../schemas/address.ts"
import type { Revision } from "../../../schemas/Endpoint.ts"
import { contactChannels, type NewWebhook, passwords, projects, teams, users } from "../model/index.ts"
import {
  emitter,
  empty,
  type KeySet,
  type Mail,
  type Platform,
  type PlatformEvent,
  type Project,
  type ProjectConfig,
  ring,
  rulesOf,
  type SharedOAuthProvider
} from "../state/index.ts"

/** A user who is there from the start. */
export interface SeedUser {
  readonly email: string
  /** Without one the user signs in by mail. */
  readonly password?: string
  readonly displayName?: string
  /** @default true */
  readonly verified?: boolean
  /** A UUID. @default a new one in every run */
  readonly id?: string
  /** An administrator does not let the user use the app. */
  readonly restrictedByAdmin?: boolean
  /** Shown to the user. Only with `restrictedByAdmin`. */
  readonly restrictedByAdminReason?: string
  /** Shown to back ends. Only with `restrictedByAdmin`. */
  readonly restrictedByAdminPrivateDetails?: string
}

/** A project that is there from the start. */
export interface SeedProject {
  /** A UUID. */
  readonly id: string
  readonly displayName?: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
  /** What differs from {@link seedConfig}. */
  readonly config?: Partial<ProjectConfig>
  readonly users?: ReadonlyArray<SeedUser>
}

/** What an emulated platform starts with. */
export interface Seed {
  /**
   * The revision of the platform that is played, exactly. Without one, one answer serves clients of every revision: access
   * tokens carry the claims of all, and fields that later clients insist on are there.
   */
  readonly revision?: Revision
  /** The address in process; on a port it is the port's. @default "http://latchkey.localhost" */
  readonly baseUrl?: string
  /** What differs from {@link seedConfig} in the first project. */
  readonly config?: Partial<ProjectConfig>
  /** Users of the first project. */
  readonly users?: ReadonlyArray<SeedUser>
  /** What differs from {@link internalProject}, and in its configuration, in the project that owners are users of. */
  readonly internal?: Partial<Omit<SeedProject, "id" | "users">>
  /** Users of project `internal` who own all projects. */
  readonly owners?: ReadonlyArray<SeedUser>
  /** The projects, the first one first. @default {@link defaultProject} */
  readonly projects?: readonly [SeedProject, ...ReadonlyArray<SeedProject>]
  /** @default "10 minutes", as the platform's */
  readonly accessTokenLifetime?: Duration.Input
  /**
   * How many members a team of project owners may have; accepting an invitation beyond that is refused. `null`: seats are
   * nothing that project `internal` has, and accepting is `ItemNotFound`.
   *
   * @default no limit
   */
  readonly ownerSeats?: number | null
  /** bcrypt rounds of password hashes, 4 to 16. The platform has 10. @default 4, so that tests are quick */
  readonly passwordRounds?: number
  /**
   * Whether providers on shared keys give access tokens of connected accounts, as on the platform's development servers.
   * @default false
   */
  readonly sharedOAuthAccessTokens?: boolean
  /** Where providers on shared keys lead: an OpenID provider. @default the emulator's own sign-in page */
  readonly sharedOAuthProvider?: SharedOAuthProvider
  /** The challenge of every passkey ceremony in base64url, for recorded authenticators. @default a new one each time */
  readonly passkeyChallenge?: string
  /**
   * Whether asking for a reset code takes 2 to 3 seconds for an address without account, as on the platform, where nobody
   * is to learn who has one. By the Effect clock that the platform was built with, so a test moves its `TestClock` past it.
   * Off unless asked for, so that tests neither wait nor hang; `latchkey emulator` turns it on.
   *
   * @default false
   */
  readonly hideUnknownAddresses?: boolean
  /**
   * Whether people sign up without a verification callback URL, and are mailed nothing then, as on later revisions of the
   * platform.
   *
   * @default as the `revision`; `false` without one
   */
  readonly signUpWithoutCallback?: boolean
  /** Where the events of all projects are posted from the start. @default nowhere */
  readonly webhooks?: ReadonlyArray<NewWebhook>
}

/** 45 characters of the platform's alphabet. */
const key = (prefix: string, text: string): string => `${prefix}_${text.padEnd(45, "0")}`

/** The project of an emulator that nothing was said about. */
export const defaultProject = {
  id: "11111111-1111-4111-8111-111111111111",
  displayName: "Embedded project",
  publishableClientKey: key("pck", "embedded"),
  secretServerKey: key("ssk", "embedded"),
  superSecretAdminKey: key("sak", "embedded")
} as const satisfies SeedProject

/** The project that project owners are users of. */
export const internalProject = {
  id: "internal",
  displayName: "Project owners",
  publishableClientKey: key("pck", "ownersproject"),
  secretServerKey: key("ssk", "ownersproject"),
  superSecretAdminKey: key("sak", "ownersproject")
} as const satisfies SeedProject

/** The team of project `internal` that owns the seeded projects. */
export const ownerTeamId = "22222222-2222-4222-8222-222222222222"

/** A seeded project's configuration: the platform's for new projects, with every way to sign in that needs no provider. */
export const seedConfig: ProjectConfig = { ...projects.defaultConfig, magicLinkEnabled: true, passkeyEnabled: true }

/** Builds a platform from a seed. */
export const seedPlatform = (seed: Seed, now: () => number): Effect.Effect<Platform> =>
  Effect.gen(function*() {
    const platform: Platform = {
      store: empty(),
      rules: rulesOf(seed.revision),
      now,
      clock: yield* Clock.Clock,
      baseUrl: withoutTrailingSlashes(seed.baseUrl ?? "http://latchkey.localhost"),
      keys: ring(),
      passwordRounds: seed.passwordRounds ?? 4,
      ownerSeats: seed.ownerSeats === undefined ? Infinity : seed.ownerSeats,
      sharedOAuthProvider: seed.sharedOAuthProvider,
      passkeyChallenge: seed.passkeyChallenge,
      sharedOAuthAccessTokens: seed.sharedOAuthAccessTokens ?? false,
      hidesUnknownAddresses: seed.hideUnknownAddresses ?? false,
      signUpWithoutCallback: seed.signUpWithoutCallback ?? rulesOf(seed.revision).signUpWithoutCallback,
      accessTokenSeconds: Math.max(1, Math.floor(Duration.toSeconds(seed.accessTokenLifetime ?? "10 minutes"))),
      events: yield* emitter<PlatformEvent>(),
      webhooks: new Map(),
      webhooksNamed: 0,
      mails: yield* emitter<Mail>()
    }
    const internal = yield* seedOneProject(platform, {
      ...internalProject,
      ...seed.internal,
      users: seed.owners ?? []
    })
    const owners = teams.create(platform, internal, "Owners", ownerTeamId)
    for (const user of internal.usersInOrder) teams.join(platform, internal, owners, user, ["team_admin"])
    const [first, ...others]: NonNullable<Seed["projects"]> = seed.projects ?? [defaultProject]
    yield* seedOneProject(platform, {
      ...first,
      config: { ...first.config, ...seed.config },
      users: [...(first.users ?? []), ...(seed.users ?? [])]
    })
    for (const other of others) yield* seedOneProject(platform, other)
    return platform
  })

/** Makes the seed's projects that a state does not have, and sees to it that the seed's keys are good for those it has. */
export const seedMissing = (platform: Platform, seed: Seed): Effect.Effect<void> =>
  Effect.gen(function*() {
    const wanted = [{ ...internalProject, ...seed.internal }, ...(seed.projects ?? [defaultProject])]
    for (const project of wanted) {
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

const seedOneProject = (platform: Platform, seed: SeedProject): Effect.Effect<Project> =>
  Effect.gen(function*() {
    const now = platform.now()
    const project = projects.create(platform.store, now, {
      id: seed.id,
      displayName: seed.displayName ?? "Project",
      ownerTeamId,
      config: { ...seedConfig, ...seed.config }
    })
    projects.addKeys(project, keySetOf(seed, now))
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
