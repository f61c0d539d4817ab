/** Operations on records of projects, their configuration and permissions. */
export * as configLayers from "./configLayers.ts"
export { connectAccount, offersOf, paymentsOf, withOffers } from "./paymentsConfig.ts"
export * as permissions from "./permissions.ts"
export * as projectConfig from "./projectConfig.ts"
export * as projects from "./projects.ts"
export { accepts, addKeys, checkClientKey, checkClientSecret, clientView, endOfTime } from "./projects.ts"
export { managedMailHost } from "./renderedConfig.ts"
export { isTrusted, trusted, withCode } from "./trustedUrls.ts"
