/**
 * Sign-in of AI agents to a person's account. A separate entry, so that other programs load none of it. Nothing else
 * depends on it, because no revision of the platform has it.
 */
export * as agents from "./agents.ts"
export { AgentSignInDenied, AgentSignInExpired, AgentSignInFailed, AgentsNotSupported } from "./errors.ts"
export { agentsOf, type LatchkeyAgents } from "./promises.ts"

// types in the signatures above
export type { CookiesBlocked } from "../../layers/browser/index.ts"
export type { ClientAccess } from "../../schemas/access.ts"
export type { AgentDiscovery } from "../../schemas/entities/Agent.ts"
export type {
  AnonymousAuthenticationNotAllowed,
  RedirectUrlNotWhitelisted
} from "../../schemas/errors/authConfiguration.ts"
export type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
export type {
  AgentAuthInvalidClaimCode,
  AgentAuthInvalidPollToken,
  AgentAuthNotEnabled,
  InvalidPollingCodeError
} from "../../schemas/errors/cliAuthentication.ts"
export type { RestrictedUserNotAllowed } from "../../schemas/errors/restrictions.ts"
export type { UserAuthenticationRequired } from "../../schemas/errors/users.ts"
export type { LatchkeyClient } from "../promise/createClient.ts"
export type { AgentCode, WaitingAgent } from "./confirmation.ts"
export type { AgentRequest, AgentSignInOptions } from "./signIn.ts"
