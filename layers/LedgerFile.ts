/** The schemas of a saved ledger, for programs that read one. Separate from `SessionLedger`, which loads no schemas. */
export { LedgerEntry, LedgerFile } from "./observe/ledger/entry.ts"
