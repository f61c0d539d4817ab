/** Request pipeline, handle and control operations. Used by the console and the port. */
export { asJson, control, controlPath, mailsOf, operationOf, perform, type SaveState } from "./control.ts"
export { type EmulatorHandle, type EmulatorInternals, make } from "./emulatorHandle.ts"
export { type OperationName } from "./operations.ts"
export { type LoggedMessage } from "./redacted.ts"
export { type LoggedRequest } from "./requestLog.ts"
export { readSeed } from "./seedFile.ts"
export { tokens } from "./tokens.ts"
export { transportOf } from "./transport.ts"
