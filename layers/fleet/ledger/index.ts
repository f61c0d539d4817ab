/** A record of what happened to users' sessions on all servers of a fleet. Servers opt in. */
export { FleetLedger, type FleetLedgerEntry, type FleetLedgerOptions, layer } from "./FleetLedger.ts"
