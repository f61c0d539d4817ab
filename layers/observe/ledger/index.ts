/** A record of what happened to a session, to explain why users were signed out. Programs opt in. */
export { LedgerEntry, LedgerFile } from "./entry.ts"
export { causesOf, sentenceOf, whySignedOut } from "./sentences.ts"
export {
  type ClientLedger,
  fileOf,
  layer,
  type Ledger,
  type LedgerOptions,
  make,
  SessionLedger
} from "./SessionLedger.ts"
