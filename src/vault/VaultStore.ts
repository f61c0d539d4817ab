/** Where the data vault's encrypted values are stored: on the platform, or in a store of your own. */
export { layerKeyValue, type VaultStoreOptions } from "./keyValueStore.ts"
export { CurrentVaultStore as VaultStore, type VaultPlace, type VaultStoreError } from "./platformStore.ts"
