/** A page with the promise client as `latchkey`, and with `reveal`, in its console. */
import { type ClientOptions, createClient, reveal } from "latchkey/promise"

import type { Redacted } from "effect/Redacted"

declare const project: ClientOptions

declare global {
  var latchkey: ReturnType<typeof createClient>
  var reveal: (secret: Redacted) => string
}

globalThis.latchkey = createClient(project)
globalThis.reveal = reveal
