/**
 * The pipeline of a request, the control API, and what tests hold of it all. For the console and the port.
 */
export { asJson, control, controlPath, mailsOf, type SaveState } from "./control.ts"
export { type EmulatorHandle, type EmulatorInternals, make } from "./emulatorHandle.ts"
export { type Side } from "./redacted.ts"
export { type LoggedRequest } from "./requestLog.ts"
export { readSeed } from "./seedFile.ts"
export type { TeamControl, TeamWanted } from "./teamControl.ts"
export { transportOf } from "./transport.ts"
export type { UserControl, UserWanted } from "./userControl.ts"
