/** Storage for persisted cached reads. */
export { layerKeyValue, ReadStore, type ReadStoreOptions } from "./reads/ReadStore.ts"
