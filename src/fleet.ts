/** When one process is not enough: what several servers share, in Redis or any key-value store. `latchkey/fleet`. */
export type { Project as ProjectService } from "../layers/Project.ts"
export { type OpenedSession, ServerSessions, type ServerSessionsOptions } from "../layers/ServerSessions.ts"
export { layerSharedAnswers, type SharedAnswersOptions } from "../layers/sharedAnswers.ts"
export { SharedRecords, SharedRecordsFailed, type SharedRecordsOptions } from "../layers/SharedRecords.ts"
export { layerSharedWaits, type SharedWaitsOptions } from "../layers/sharedWaits.ts"
export type { Transport as TransportService } from "../layers/Transport.ts"
export { layerAuthenticator, type ServerAuthenticatorOptions } from "./fleet/authenticator.ts"
export type { Authenticator } from "./verify/Authenticator.ts"
