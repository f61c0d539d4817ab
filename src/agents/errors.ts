/** Errors of agents' sign-in, in addition to the errors of its calls. */
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The platform has no sign-in for agents: it doesn't know the route. docs/protocol.md §28.
 *
 * @cause The platform belongs to a line of revisions without agents, such as those up to 2026-04.
 * @cause `baseUrl` points to something other than the platform.
 * @fix Let the person sign in instead, with `cliLogin.prompt`, or give the agent an API key of the person.
 */
export class AgentsNotSupported extends TaggedError("AgentsNotSupported")<{
  /** Status of the response: 404 or 405. */
  readonly status: number
}> {
  override get message(): string {
    return `This platform has no sign-in for agents (status ${this.status}). `
      + "Let the person sign in with cliLogin.prompt, or give the agent an API key of the person."
  }
}

/**
 * The person denied the agent.
 *
 * @cause The person pressed "Deny", or did not recognize the agent.
 * @fix Don't ask again on your own. Register again when the person wants it.
 */
export class AgentSignInDenied extends TaggedError("AgentSignInDenied")<{}> {
  override get message(): string {
    return "The person denied the agent. Ask again only if the person wants you to."
  }
}

/**
 * The registration expired before the agent had fetched a session.
 *
 * @cause The person didn't decide in time.
 * @cause The agent couldn't reach the platform before the registration expired, so the approval is lost.
 * @cause The person approved, and ended the agent's session before the agent fetched it.
 * @fix Register again, with a longer `expiresIn` if the person needs more time.
 */
export class AgentSignInExpired extends TaggedError("AgentSignInExpired")<{}> {
  override get message(): string {
    return "Nobody approved the agent in time, or the approval was lost. Sign in again."
  }
}

/**
 * The agent's sign-in can't produce a session. The message says why.
 *
 * @cause The session has already been handed over: another program polls for the same registration, or the response was
 * lost.
 * @cause The platform sent a status that this package doesn't know.
 * @cause The address couldn't be shown to the person.
 * @fix Sign in again. If a response was lost, the person can end the unused session in the list of sessions.
 */
export class AgentSignInFailed extends TaggedError("AgentSignInFailed")<{
  readonly reason: "used" | "unknown-status" | "no-session" | "not-shown"
  /** Status that the platform sent, or name of the error with which `show` failed. */
  readonly detail: string
}> {
  override get message(): string {
    return `${problems[this.reason](this.detail)} Sign in again.`
  }
}

const problems = {
  used: () =>
    "The agent's session was handed over already, to another program or in a response that was lost. "
    + "The person can end it in the list of sessions.",
  "unknown-status": (status: string) => `The platform calls the sign-in "${status}", which this package doesn't know.`,
  "no-session": () => "The person approved the agent, but the platform sent no session.",
  "not-shown": (name: string) => `The address for the person could not be shown (${name}).`
} satisfies { readonly [reason: string]: (detail: string) => string }
