/** A record of what happened to the session of a client, and why. */
export { LedgerEntry, LedgerFile } from "./ledger/entry.ts"
export { causesOf, sentenceOf, whySignedOut } from "./ledger/sentences.ts"
export {
  type ClientLedger,
  fileOf,
  layer,
  type Ledger,
  type LedgerOptions,
  make,
  SessionLedger
} from "./ledger/SessionLedger.ts"
