/** Keys of projects, and projects created at run time. */
import type * as Clock from "effect/Clock"
import * as Redacted from "effect/Redacted"
import { nonce } from "../../../layers/call/index.ts"
import { type CarriesClock, projectClock } from "../../../layers/environment/index.ts"
import { projects } from "../model/index.ts"
import { type ConfigOptions, ownerTeamId, seedConfig, type SeedProject, withoutUndefined } from "../seed/index.ts"
import type { KeySet, Platform } from "../state/index.ts"

/**
 * A project with its keys, which `createClient`, `createServer`, `createAuthenticator` and the layers accept.
 * Everything that is made from it follows the emulator's clock.
 */
export interface ProjectKeys extends Required<CarriesClock> {
  readonly projectId: string
  readonly displayName: string
  /** URL of the emulator, without `/api/v1`. */
  readonly baseUrl: string
  readonly publishableClientKey: Redacted.Redacted
  readonly secretServerKey: Redacted.Redacted
  readonly superSecretAdminKey: Redacted.Redacted
}

/** A project to create. */
export interface NewProject {
  /** @default a new UUID */
  readonly id?: string | undefined
  readonly displayName?: string | undefined
  /** Trusted origins of links and redirects, such as `https://app.example.com`. */
  readonly trustedDomains?: ReadonlyArray<string> | undefined
  /** Settings that differ from {@link seedConfig}. */
  readonly config?: ConfigOptions | undefined
}

/** Returns the keys of a seeded project, with the emulator's current `baseUrl` and the project's current name. */
export const keysOf = (
  seed: SeedProject,
  platform: Pick<Platform, "baseUrl" | "store">,
  clock: Clock.Clock
): ProjectKeys => ({
  [projectClock]: clock,
  projectId: seed.id,
  get displayName() {
    return platform.store.projects.get(seed.id)?.displayName ?? seed.displayName ?? "Project"
  },
  get baseUrl() {
    return platform.baseUrl
  },
  publishableClientKey: Redacted.make(seed.publishableClientKey),
  secretServerKey: Redacted.make(seed.secretServerKey),
  superSecretAdminKey: Redacted.make(seed.superSecretAdminKey)
})

const keySetOf = (keys: ProjectKeys, now: number): KeySet => ({
  id: crypto.randomUUID(),
  description: "Created by the emulator",
  createdAt: now,
  expiresAt: Infinity,
  revokedAt: null,
  keys: {
    client: Redacted.value(keys.publishableClientKey),
    server: Redacted.value(keys.secretServerKey),
    admin: Redacted.value(keys.superSecretAdminKey)
  }
})

/** Creates a project with a key of each level. */
export const createProject = (
  platform: Platform,
  clock: Clock.Clock,
  { config, displayName = "Project", id = crypto.randomUUID(), trustedDomains = [] }: NewProject = {}
): ProjectKeys => {
  const project = projects.create(platform.store, platform.now(), {
    id,
    displayName,
    ownerTeamId,
    config: {
      ...seedConfig,
      domains: trustedDomains.map((domain) => ({ domain, handlerPath: "/handler" })),
      ...withoutUndefined(config)
    }
  })
  const keys = keysOf(
    {
      id,
      displayName,
      publishableClientKey: `pck_${nonce()}`,
      secretServerKey: `ssk_${nonce()}`,
      superSecretAdminKey: `sak_${nonce()}`
    },
    platform,
    clock
  )
  projects.addKeys(project, keySetOf(keys, platform.now()))
  return keys
}
