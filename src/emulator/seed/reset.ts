/** Resets the emulator's data but keeps its projects. */
import * as Effect from "effect/Effect"
import { projects } from "../model/index.ts"
import type { Platform, Project } from "../state/index.ts"
import { replace } from "./savedState.ts"
import { type Seed, seedPlatform } from "./Seed.ts"

/** Fields that a reset keeps, in addition to primitive fields. All other fields contain user data. */
const kept: ReadonlySet<string> = new Set<keyof Project>([
  "config",
  "configRest",
  "configLayers",
  "configSource",
  "keySets",
  "paymentAccount",
  "permissionDefinitions",
  "emailThemes",
  "emailTemplates",
  "emailDrafts",
  "managedDomains",
  "oauthIssuers"
])

/**
 * Deletes users, sessions, teams, codes and emails, and restores the users of the seed. Every project stays, including
 * projects created later, with its id, keys, configuration, themes and templates. Signing keys and the clock stay too.
 */
export const reset = (platform: Platform, seed: Seed): Effect.Effect<void> =>
  Effect.map(seedPlatform(seed, platform.now), ({ store }) => {
    for (const old of platform.store.projects.values()) {
      const fresh = store.projects.get(old.id) ?? projects.create(store, old.createdAt, old)
      Object.assign(fresh, Object.fromEntries(Object.entries(old).filter(([name, value]) => isKept(name, value))))
    }
    replace(platform.store, store)
  })

const isKept = (name: string, value: unknown): boolean => kept.has(name) || typeof value !== "object" || value === null
