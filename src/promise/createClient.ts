/** Every flow of an end user's program as a promise. */
import * as Client from "../Client.ts"
import * as flows from "../flows.ts"
import { hostOf } from "./Host.ts"
import { type Disposable, disposable, type Promised, promised } from "./makeAsync.ts"
import { type ClientSession, sessionOf } from "./session.ts"

/** What `createClient` gives: the flows by name, and the session. */
export interface LatchkeyClient extends Promised<typeof flows>, Disposable {
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
 * ```
 *
 * Calls reject with a `KnownError` (the platform said no), a `CallError` (its `reason` tells what any call can meet),
 * `NotSignedIn`, `InvalidConfiguration`, `ClientDisposed`, or the reason of the signal that stopped them.
 */
export const createClient = (options: Client.ClientOptions): LatchkeyClient => {
  const host = hostOf(Client.layer(options))
  return { ...promised(flows, host), ...disposable(host), session: sessionOf(host) }
}
