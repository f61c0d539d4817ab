/** Initial state, and serialization of the state. Used by the server to start, save and reset the emulator. */
export { reset } from "./reset.ts"
export * as savedState from "./savedState.ts"
export {
  type ConfigOptions,
  defaultProject,
  internalProject,
  ownerTeamId,
  type Seed,
  seedConfig,
  seedMissing,
  seedPlatform,
  type SeedProject,
  type SeedUser,
  withoutUndefined
} from "./Seed.ts"
