/** Several accounts on one device: token stores that keep them, and the functions that switch between them. */
export type { AccountsOptions } from "./accountsStore.ts"
export { type AccountInput, add, changes, list, signOut, signOutAll, switchTo } from "./flows.ts"
export { type BrowserAccountsOptions, layer, layerBrowser, layerKeyValue, layerMemory } from "./layers.ts"
