/** Accounts with promises, over an existing client. */
import type * as Effect from "effect/Effect"
import type { StoredAccount, TokenStoreFailed } from "../../layers/session/index.ts"
import type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { CallIterable, CallOptions, CallPromise, HostError, LatchkeyClient } from "../promise/index.ts"
import * as flows from "./flows.ts"

type Rejection = InvalidConfiguration | HostError

type PromiseOf<Flow extends (...args: ReadonlyArray<never>) => unknown> = ReturnType<Flow> extends
  Effect.Effect<infer A, infer E, any> ? CallPromise<A, E | Rejection> : never

/** The accounts on this device, with promises. */
export interface LatchkeyAccounts {
  /**
   * Returns the accounts: first the active one, then the others, most recently active first. Sends no request: names
   * and addresses come from the last access token.
   */
  readonly list: (options?: CallOptions) => PromiseOf<typeof flows.list>
  /** Iterates over the accounts: now, and after every change, here or in another tab. */
  readonly changes: (
    options?: CallOptions
  ) => CallIterable<ReadonlyArray<StoredAccount>, CallError | TokenStoreFailed | Rejection>
  /** Makes an account the active one, in all tabs. Rejects with `AccountNotFound` if the account isn't on this device. */
  readonly switchTo: (input: flows.AccountInput, options?: CallOptions) => PromiseOf<typeof flows.switchTo>
  /**
   * Keeps the active account's session on the device, and leaves the client signed out. The next sign-in adds its
   * account.
   */
  readonly add: (options?: CallOptions) => PromiseOf<typeof flows.add>
  /** Signs one account out, and revokes its session on the platform. */
  readonly signOut: (input: flows.AccountInput, options?: CallOptions) => PromiseOf<typeof flows.signOut>
  /** Signs all accounts out, and revokes their sessions on the platform. */
  readonly signOutAll: (options?: CallOptions) => PromiseOf<typeof flows.signOutAll>
}

/**
 * Returns the accounts of a client whose `tokenStore` is a layer of `Accounts`. It shares the client's session and
 * cached reads:
 *
 * ```ts
 * const accounts = accountsOf(client)
 * const [active, ...others] = await accounts.list()
 * await accounts.switchTo({ userId: others[0].userId })
 * ```
 */
export const accountsOf = ({ call }: Pick<LatchkeyClient, "call">): LatchkeyAccounts =>
  Object.fromEntries(
    Object.entries(flows).map(([name, flow]) => {
      // a client's `call` runs any function that returns an effect or a stream
      const named = Object.assign((...args: ReadonlyArray<never>) => (flow as Flow)(...args), {
        spec: { name: `accounts.${name}` }
      })
      return [name, (...args: ReadonlyArray<unknown>) => (call as unknown as Caller)(named, ...args)]
    })
  ) as unknown as LatchkeyAccounts

type Flow = (...args: ReadonlyArray<never>) => unknown

type Caller = (...args: ReadonlyArray<unknown>) => unknown
