/** What calls stand on: services and the layers that build them. */
// one by one, because esbuild keeps a namespace whole, and a client's bundle is not to name the keys of a server
export { layerAdmin, layerClient, layerServer, OwnerSession } from "./access.ts"
export { claimsOf } from "./accessToken.ts"
export * as Diagnostics from "./Diagnostics.ts"
export { Navigation, type NavigationService } from "./Navigation.ts"
export * as Project from "./Project.ts"
export * as RetryPolicy from "./RetryPolicy.ts"
export { type NewTokens, Session, type SessionState, type UsableTokens } from "./Session.ts"
export { type StoredTokens, TokenStore, TokenStoreFailed } from "./TokenStore.ts"
export * as Transport from "./Transport.ts"
export { layerHttpClient } from "./TransportHttpClient.ts"
