/** Gives `LatchkeyProvider` access to the services of a promise client, which the client's functions don't show. */
import type { Project } from "../../layers/call/index.ts"
import type { Session } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { Host } from "./Host.ts"

/** The host of a client. */
export interface Inside {
  readonly host: () => Host<ClientAccess | Session | Project, InvalidConfiguration>
  /** Whether the session is stored in the browser, where a server can't read it. */
  readonly sessionInBrowser: boolean
}

const insides = new WeakMap<object, Inside>()

/** Stores what {@link insideOf} returns for a client. */
export const keepInside = (client: object, inside: Inside): void => void insides.set(client, inside)

/** Returns the host of a client; `undefined` for any other object. */
export const insideOf = (client: object): Inside | undefined => insides.get(client)
