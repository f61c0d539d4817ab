/** Stores for the data vault's encrypted values: the platform, or a store of your own. */
export { layerKeyValue, type VaultStoreOptions } from "./keyValueStore.ts"
export { CurrentVaultStore as VaultStore, type VaultPlace, type VaultStoreError } from "./platformStore.ts"
