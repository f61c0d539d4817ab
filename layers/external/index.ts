/** Sessions of users that an identity vendor signs in. Clients that don't import this module don't bundle it. */
export { type ExternalOptions, type ExternalProvider, layer } from "./externalStore.ts"
