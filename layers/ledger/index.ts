/** A record of what happened to a session, for people who ask why they were signed out. Programs opt in. */
export { LedgerEntry, LedgerFile } from "./entry.ts"
export { causesOf, sentenceOf, whySignedOut } from "./sentences.ts"
export { fileOf, layer, SessionLedger } from "./SessionLedger.ts"
