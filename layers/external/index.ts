/** Sessions that an identity vendor signs in and this platform serves. Clients that don't import it carry none of it. */
export { type ExternalOptions, type ExternalProvider, layerExternal } from "./externalStore.ts"
