/** Cached reads that start with persisted values. */
export { layer, layerKeyValue, type ReadStoreOptions, type StoredOptions } from "./reads/PersistedReadCache.ts"
