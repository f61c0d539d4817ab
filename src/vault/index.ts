/** Encryption of the data vault's values, and the store of the encrypted values. Used by the flows of servers. */
export { decrypt, deriveKey, encrypt, type VaultKey } from "./encryption.ts"
export { CurrentVaultStore } from "./platformStore.ts"
export * as VaultStore from "./VaultStore.ts"
