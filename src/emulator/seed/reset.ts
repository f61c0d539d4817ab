/** Going back to the start without losing the projects. */
import * as Effect from "effect/Effect"
import { projects } from "../model/index.ts"
import type { Platform, Project } from "../state/index.ts"
import { replace } from "./savedState.ts"
import { type Seed, seedPlatform } from "./Seed.ts"

/** What a project keeps besides its plain fields. The rest is what people did in it. */
const kept: ReadonlySet<string> = new Set<keyof Project>([
  "config",
  "configRest",
  "configLayers",
  "configSource",
  "keySets",
  "permissionDefinitions",
  "emailThemes",
  "emailTemplates",
  "oauthIssuers"
])

/**
 * Forgets what people did: users, sessions, teams, codes, mails. The users of the seed are there again, as they were at the
 * start. Every project stays, also one that was made later, with its id, keys, configuration, themes and templates; so do
 * the keys that tokens are signed with, and the time.
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
