/**
 * The pipeline of a request, the port, the control API, the pages, and what tests hold of it all.
 * The emulator's entry passes it on.
 */
export { type EmulatorInternals, make } from "./emulatorHandle.ts"
export { readSeed } from "./seedFile.ts"
export { listen } from "./serve.ts"
