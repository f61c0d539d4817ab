/** Sessions that an identity vendor signs in and this platform serves. Clients that don't use it carry none of it. */
export { type ExternalOptions, type ExternalProvider, layer } from "./externalStore.ts"
