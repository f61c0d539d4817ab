/** Session ledgers for programs with promises. */
import {
  type ClientLedger,
  fileOf,
  type LedgerEntry,
  type LedgerOptions,
  make,
  sentenceOf,
  whySignedOut
} from "../../layers/observe/ledger/index.ts"

/** Record of the session of one client. Pass it to the client as `ledger`. */
export interface PlainSessionLedger extends Pick<ClientLedger, "entries" | "recording" | "subscribe"> {
  /** Returns a readable sentence about an entry. */
  readonly sentenceOf: (entry: LedgerEntry) => string
  /** Returns why the last session ended, with its causes, as sentences; `null` if no session has ended. */
  readonly whySignedOut: () => ReadonlyArray<string> | null
  /** Returns the text of a ledger file, which `latchkey doctor --session` reads. */
  readonly file: () => string
}

/**
 * Creates a record of what happens to the session of one client, and why it ends.
 *
 * @example
 * ```ts
 * import { createClient, sessionLedger } from "latchkey/promise"
 *
 * const ledger = sessionLedger()
 * const client = createClient({ ...project, ledger })
 * await client.signIn.withPassword({ email, password })
 * await client.signOut()
 * console.log(ledger.whySignedOut()) // [ 'The user was signed out here by signOut.' ]
 * ```
 */
export const sessionLedger = (options?: LedgerOptions): PlainSessionLedger => {
  const { entries, recording, subscribe } = make(options)
  return {
    entries,
    recording,
    subscribe,
    sentenceOf,
    whySignedOut: () => whySignedOut(entries()) ?? null,
    file: () => fileOf(entries())
  }
}
