/**
 * Latchkey for Effect programs: layers, flows, and all errors as classes. Individual calls of the platform are in
 * `latchkey/endpoints/*`.
 */

// layers
export { forPerson, whilePerson } from "../layers/access/forPerson.ts"
export { CookiesBlocked } from "../layers/browser/CookiesBlocked.ts"
export { PasskeyCancelled } from "../layers/browser/PasskeyCancelled.ts"
export type { PasskeyFailure } from "../layers/browser/passkeyFailure.ts"
export { PasskeyNotPossible } from "../layers/browser/PasskeyNotPossible.ts"
export { TrustedOrigins } from "../layers/browser/trustedUrl.ts"
export * as Diagnostics from "../layers/Diagnostics.ts"
export * as ExternalStore from "../layers/external/index.ts"
export * as HttpClientTransport from "../layers/HttpClientTransport.ts"
export * as Navigation from "../layers/Navigation.ts"
export * as OwnerSession from "../layers/OwnerSession.ts"
export * as PersistedReadCache from "../layers/PersistedReadCache.ts"
export * as Project from "../layers/Project.ts"
export * as RateLimitGate from "../layers/RateLimitGate.ts"
export * as ReadCache from "../layers/ReadCache.ts"
export * as ReadPolicy from "../layers/ReadPolicy.ts"
export { type AnyRead, type InitialReads, read, type ReadDefinition, type ReadState } from "../layers/reads/read.ts"
export * as ReadStore from "../layers/ReadStore.ts"
export * as RequestStore from "../layers/RequestStore.ts"
export * as RetryPolicy from "../layers/RetryPolicy.ts"
export * as Session from "../layers/Session.ts"
export type { CookieOptions } from "../layers/session/cookies.ts"
export type { RequestLike, RequestStoreOptions, RequestTokenStore } from "../layers/session/requestStore.ts"
export type { SessionState } from "../layers/session/Session.ts"
export type { AuthTokens } from "../layers/session/sessionHeaders.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "../layers/session/sharedCaches.ts"
export { tokenStoreOf, type TokenStoreOption } from "../layers/session/tokenStoreOf.ts"
export * as SessionLedger from "../layers/SessionLedger.ts"
export * as SessionPolicy from "../layers/SessionPolicy.ts"
export * as TokenStore from "../layers/TokenStore.ts"
export * as Transport from "../layers/Transport.ts"
export * as Urls from "../layers/Urls.ts"
export * as Client from "./programs/Client.ts"

// client-level flows: signIn, signUp, signOut, currentUser, teams, …
export * from "./flows/index.ts"
export { type HandlerPage, type HandlerPageResult, resolveHandlerPage } from "./flows/redirects/handlerPage.ts"

// layers and flows of back ends and dashboards: `Server.layer`, `Server.users.stream()`, `Admin.project.addTrustedDomain(…)`
export * as Admin from "./programs/Admin.ts"
export * as Server from "./programs/Server.ts"

// arguments, results and errors of flows, in addition to those of their calls
export { NextPageLost } from "../layers/reads/pages.ts"
export type { DefinitionChanges } from "./admin/permissionDefinitions.ts"
export { AdminAccessRequired } from "./errors/AdminAccessRequired.ts"
export { ConfirmationNeeded } from "./errors/ConfirmationNeeded.ts"
export { DataVaultValueUnreadable } from "./errors/DataVaultValueUnreadable.ts"
export { FeatureNotSupported } from "./errors/FeatureNotSupported.ts"
export { MfaAttemptMissing } from "./errors/MfaAttemptMissing.ts"
export { NoPrimaryEmail } from "./errors/NoPrimaryEmail.ts"
export { NotSignedIn } from "./errors/NotSignedIn.ts"
export { OAuthCallbackFailed } from "./errors/OAuthCallbackFailed.ts"
export { OAuthNotPossible } from "./errors/OAuthNotPossible.ts"
export { RedirectNotTrusted } from "./errors/RedirectNotTrusted.ts"
export { VaultStoreFailed } from "./errors/VaultStoreFailed.ts"
export type { ApiKeyLifetime, InvalidReason } from "./flows/account/apiKeyValidity.ts"
export type { NewApiKey } from "./flows/account/newApiKey.ts"
export type { UserTarget } from "./flows/account/UserTarget.ts"
export type { RedirectAfterOptions } from "./flows/redirects/redirectAfter.ts"
export type { RedirectedError } from "./flows/redirects/redirectedError.ts"

export type { NewEmail } from "./server/emails.ts"

// cached reads for pages, for `ReadCache` and the hooks of `latchkey/react`
export * as reads from "./reads.ts"

// the contract
export * from "../schemas/contract.ts"
