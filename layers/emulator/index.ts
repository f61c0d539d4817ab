/** The embedded platform: `latchkey/emulator`. */
export { type Embedded, type LoggedRequest, type ProjectKeys } from "./embedded.ts"
export { Emulator } from "./Emulator.ts"
export { type Fault, type FaultRequest, type Faults } from "./Faults.ts"
export { defaultProject, internalProject, type Seed, seedConfig, type SeedProject, type SeedUser } from "./Seed.ts"
export { PortTaken, type ServeOptions } from "./serve.ts"
export { type RunningEmulator, startEmulator } from "./start.ts"
export { type Mail, type ProjectConfig, type Store } from "./Store.ts"
