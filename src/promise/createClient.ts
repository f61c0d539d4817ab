/** All flows and calls of an end user's program, as promises. */
import { type CookieOptions, openTokenStore, type TokenStoreOption } from "../../layers/session/index.ts"
import { type Client, clientServices } from "../programs/index.ts"
import { callsLoadedLater, clientFlows, type PersonClient } from "./clientFlows.ts"
import { hostOf } from "./Host.ts"
import { keepInside } from "./insideOf.ts"
import { callOf, type Disposable, disposable, promised } from "./makeAsync.ts"
import { type ClientSession, sessionOf } from "./session.ts"
import { watchedClient } from "./watching.ts"

/** Options for a client: project, session, redirects and requests. */
export interface ClientOptions extends Omit<Client.ClientOptions, "tokenStore"> {
  /**
   * Token store of the session: `"cookie"`, `"memory"`, an incoming request, tokens, or `null` for none.
   *
   * @default "cookie" in a browser, so that users stay signed in; "memory" elsewhere
   */
  readonly tokenStore?: TokenStoreOption | undefined
  /**
   * Options for reading and writing the cookies of the browser, or of the request that is the `tokenStore`. Set
   * `readOlderCookies` when you migrate from the platform's own SDK, so that users stay signed in.
   */
  readonly cookies?: CookieOptions | undefined
}

/**
 * Result of `createClient`: the flows by name, all calls of the client level by resource, and the session. The code of
 * most flows and of `calls` is loaded by its first call, which fails with `CodeNotLoaded` if that isn't possible. When
 * a page starts, it loads only the code for signing in and out, OAuth, `currentUser`, `currentProject` and
 * `redirectTo`.
 */
export interface LatchkeyClient extends PersonClient, Disposable {
  readonly session: ClientSession
}

/**
 * Creates the client of a project. Sends nothing before the first call. With invalid options, each call rejects with
 * `InvalidConfiguration`.
 *
 * Calls reject with the errors that their `settled()` lists: a `KnownError` (the platform rejected the request), a
 * `CallError` (its `reason` is one that any call can have), an error of the flow such as `NotSignedIn`,
 * `InvalidConfiguration`, `ClientDisposed` or `CallDefect`. An aborted call rejects with the signal's reason.
 *
 * @example
 * ```ts
 * import { createClient } from "latchkey/promise"
 *
 * const client = createClient(project)
 * await client.signIn.withPassword({ email, password })
 * const user = await client.currentUser.get({ or: "throw" })
 * console.log(user.displayName) // Ada
 * const { items } = await client.calls.contactChannels.list({ userId: "me" })
 * console.log(items.map(({ value }) => value)) // [ 'ada@example.com' ]
 * ```
 */
export const createClient = (options: ClientOptions = {}): LatchkeyClient => {
  const services = clientServices({ ...options }, openTokenStore(options?.tokenStore, options?.cookies))
  const host = hostOf(watchedClient(services))
  const client = promised(clientFlows, host, "", {
    ...disposable(host),
    call: callOf(host),
    calls: promised(callsLoadedLater, host),
    session: sessionOf(host)
  }) as LatchkeyClient
  keepInside(client, { host: () => host, sessionInBrowser: isInBrowser(options?.tokenStore) })
  return client
}

/** Whether a browser keeps the session of this token store, where a server can't read it. */
const isInBrowser = (tokenStore: ClientOptions["tokenStore"]): boolean =>
  tokenStore === undefined || tokenStore === "cookie" || tokenStore === "nextjs-cookie"
