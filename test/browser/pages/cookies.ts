/** A page whose console has a client with the session in cookies as `latchkey`. */
import { tokenStoreOf } from "latchkey/layers"
import { type ClientOptions, createClient } from "latchkey/promise"

declare const project: ClientOptions

globalThis.latchkey = createClient({ ...project, tokenStore: tokenStoreOf(undefined) })
