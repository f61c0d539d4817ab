/**
 * What a platform starts with, and its state as text.
 * For the server, which starts, saves and resets it.
 */
export { reset } from "./reset.ts"
export * as savedState from "./savedState.ts"
export {
  defaultProject,
  internalProject,
  ownerTeamId,
  type Seed,
  seedConfig,
  seedMissing,
  seedPlatform,
  type SeedProject,
  type SeedUser
} from "./Seed.ts"
export * as startedSessions from "./startedSessions.ts"
