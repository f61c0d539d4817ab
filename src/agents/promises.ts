/** Agents with promises, over an existing client. */
import type * as Effect from "effect/Effect"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { CallOptions, CallPromise, HostError, LatchkeyClient } from "../promise/index.ts"
import * as flows from "./agents.ts"

type PromiseOf<Flow extends (...args: ReadonlyArray<never>) => unknown> = ReturnType<Flow> extends
  Effect.Effect<infer A, infer E, any> ? CallPromise<A, E | InvalidConfiguration | HostError> : never

/** Sign-in of AI agents, with promises. */
export interface LatchkeyAgents {
  /** Signs an agent in to the account of a person who approves it in a browser. Abort the signal to give up. */
  readonly signIn: (input: flows.AgentSignInOptions, options?: CallOptions) => PromiseOf<typeof flows.signIn>
  /** Returns the agent's claims about itself, for the signed-in person to decide. */
  readonly inspect: (input: flows.AgentCode, options?: CallOptions) => PromiseOf<typeof flows.inspect>
  /** Approves an agent, which gets a 90-day session with all rights of the signed-in person. */
  readonly approve: (input: flows.AgentCode, options?: CallOptions) => PromiseOf<typeof flows.approve>
  /** Denies an agent. */
  readonly deny: (input: flows.AgentCode, options?: CallOptions) => PromiseOf<typeof flows.deny>
  /** Returns the addresses for agents, and whether the project lets agents sign in. */
  readonly discover: (options?: CallOptions) => PromiseOf<typeof flows.discover>
}

/**
 * Returns the functions for agents over a client. They share the client's session:
 *
 * ```ts
 * const agents = agentsOf(client)
 * await agents.signIn({ name: "Release notes", show: ({ code, url }) => console.log(code, url) })
 * const { displayName } = await client.currentUser.get({ or: "throw" })
 * ```
 */
export const agentsOf = ({ call }: Pick<LatchkeyClient, "call">): LatchkeyAgents =>
  Object.fromEntries(
    Object.entries(flows).map(([name, flow]) => {
      // a client's `call` runs any function that returns an effect
      const named = Object.assign((...args: ReadonlyArray<never>) => (flow as Flow)(...args), {
        spec: { name: `agents.${name}` }
      })
      return [name, (...args: ReadonlyArray<unknown>) => (call as unknown as Caller)(named, ...args)]
    })
  ) as unknown as LatchkeyAgents

type Flow = (...args: ReadonlyArray<never>) => unknown

type Caller = (...args: ReadonlyArray<unknown>) => unknown
