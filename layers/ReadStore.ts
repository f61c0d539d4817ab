/** Where cached reads are persisted. */
export { layerKeyValue, ReadStore, type ReadStoreOptions } from "./reads/ReadStore.ts"
