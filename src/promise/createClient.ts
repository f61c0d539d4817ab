/** Every flow and call of an end user's program as a promise. */
import { type CookieOptions, openTokenStore, type TokenStoreOption } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import * as flows from "../flows/index.ts"
import { type Client, clientServices } from "../programs/index.ts"
import type { CallsOf } from "./calls.ts"
import { clientCalls } from "./clientCalls.ts"
import { hostOf } from "./Host.ts"
import { type CallOf, callOf, type Disposable, disposable, type Promised, promised } from "./makeAsync.ts"
import { type ClientSession, sessionOf } from "./session.ts"

/** A project, where its sessions are kept, where people are sent, and how requests are sent. */
export interface ClientOptions extends Omit<Client.ClientOptions, "tokenStore"> {
  /**
   * Where the session is kept: `"cookie"`, `"memory"`, a request whose session to act in, tokens, `null` for none.
   *
   * @default "cookie" in a browser, so that people stay signed in; "memory" elsewhere
   */
  readonly tokenStore?: TokenStoreOption | undefined
  /**
   * How the cookies of the browser, or of a request that is the `tokenStore`, are read and written. A site that comes from
   * the platform's own SDK sets `readOlderCookies`, so that nobody is signed out.
   */
  readonly cookies?: CookieOptions | undefined
}

/** What `createClient` gives: the flows by name, every call of the level by resource, and the session. */
export interface LatchkeyClient extends Promised<typeof flows, InvalidConfiguration>, Disposable {
  /** The platform's endpoints as they are: no session is kept or ended by them, and lists come as the wire has them. */
  readonly calls: Promised<CallsOf<"client">, InvalidConfiguration>
  /** Calls an endpoint that isn't among `calls`, such as one of your own: `call(myEndpoint, input)`. */
  readonly call: CallOf<ClientAccess, InvalidConfiguration>
  readonly session: ClientSession
}

/**
 * A project's client. Nothing happens before its first call; with options that cannot work each call rejects with
 * `InvalidConfiguration`.
 *
 * ```ts
 * const client = createClient({ projectId, publishableClientKey })
 * await client.signIn.withPassword({ email, password })
 * const user = await client.currentUser.get({ or: "throw" })
 * const { items } = await client.calls.contactChannels.list({ userId: "me" })
 * ```
 *
 * Calls reject with what their `settled()` lists: a `KnownError` (the platform said no), a `CallError` (its `reason`
 * tells what any call can meet), an error of the flow such as `NotSignedIn`, `InvalidConfiguration`, `ClientDisposed`,
 * `CallDefect`. Beside those only with the reason of the signal that stopped them.
 */
export const createClient = (options: ClientOptions = {}): LatchkeyClient => {
  const host = hostOf(clientServices({ ...options }, openTokenStore(options?.tokenStore, options?.cookies)))
  all ??= { ...flows, calls: clientCalls }
  return promised(all, host, "", {
    ...disposable(host),
    call: callOf(host),
    session: sessionOf(host)
  }) as LatchkeyClient
}

/** The same for every client of a process. */
let all: typeof flows & { readonly calls: typeof clientCalls } | undefined
