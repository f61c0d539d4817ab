/** A record of what happened to the session of a client, and why. */
export type { LedgerEntry } from "./observe/ledger/entry.ts"
export { causesOf, sentenceOf, whySignedOut } from "./observe/ledger/sentences.ts"
export {
  type ClientLedger,
  fileOf,
  layer,
  type Ledger,
  type LedgerOptions,
  make,
  SessionLedger
} from "./observe/ledger/SessionLedger.ts"
