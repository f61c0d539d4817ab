/** Sign-in of AI agents: the agent's side and the person's side. */
import * as Effect from "effect/Effect"
import * as Agents from "../../schemas/endpoints/agents.ts"
import { supported } from "./supported.ts"

export { type AgentCode, approve, deny, inspect, type WaitingAgent } from "./confirmation.ts"
export { type AgentRequest, type AgentSignInOptions, signIn } from "./signIn.ts"

/**
 * Returns the addresses for agents. `agentAuth.enabled` shows whether the project lets agents sign in. Fails with
 * `AgentsNotSupported` on platforms without agents.
 */
export const discover = Effect.fn("agents.discover")(() => supported(Agents.discover()))
