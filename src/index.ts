/** Latchkey for Effect programs: layers to provide, flows to run, every call of the platform, every error by class. */

// layers
export { OwnerSession } from "../layers/access.ts"
export { layerCookies } from "../layers/browserCookies.ts"
export type { CookieOptions } from "../layers/cookies.ts"
export { CookiesBlocked } from "../layers/CookiesBlocked.ts"
export { type Check as DiagnosticsCheck, Diagnostics } from "../layers/Diagnostics.ts"
export { type KeyValueOptions, layerKeyValue } from "../layers/keyValueStore.ts"
export { Navigation, navigationBy, type NavigationService, type RedirectMethod } from "../layers/Navigation.ts"
export { PasskeyCancelled } from "../layers/PasskeyCancelled.ts"
export type { PasskeyFailure } from "../layers/passkeyFailure.ts"
export { PasskeyNotPossible } from "../layers/PasskeyNotPossible.ts"
export * as Project from "../layers/Project.ts"
export type { Project as ProjectService } from "../layers/Project.ts"
export { type HeldRead, type InitialReads, type Read, read, Reads, type ReadState } from "../layers/Reads.ts"
export {
  layerNextjs,
  type NextHeaders,
  type RequestLike,
  type RequestStore,
  requestStore,
  type RequestStoreOptions
} from "../layers/requestStore.ts"
export { type Policy, RetryPolicy } from "../layers/RetryPolicy.ts"
export { Session, type SessionState } from "../layers/Session.ts"
export type { AuthJson } from "../layers/sessionHeaders.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "../layers/sharedCaches.ts"
export { TokenStore } from "../layers/TokenStore.ts"
export { tokenStoreOf, type TokenStoreOption } from "../layers/tokenStoreOf.ts"
export * as Transport from "../layers/Transport.ts"
export type { Transport as TransportService } from "../layers/Transport.ts"
export { TrustedOrigins } from "../layers/trustedUrl.ts"
export { layerUrls, type PageOptions, type UrlOptions, Urls } from "../layers/Urls.ts"
export * as Admin from "./Admin.ts"
export * as Client from "./Client.ts"
export * as Server from "./Server.ts"

// flows of people, at client level: signIn, signUp, signOut, currentUser, teams, …
export * from "./flows.ts"
export { type Found, type HandlerPage, handlerPage } from "./handlerPage.ts"

// flows of back ends and dashboards: `server.users.stream()`, `admin.project.addTrustedDomain(…)`
export * as admin from "./adminFlows.ts"
export * as server from "./serverFlows.ts"

// what flows take, answer and fail with, besides what their calls do
export type { DefinitionChanges } from "./admin/permissionDefinitions.ts"
export type { InvalidReason, KeyLife } from "./apiKeyValidity.ts"
export type { ErrorOr } from "./currentUser.ts"
export { FeatureNotSupported } from "./FeatureNotSupported.ts"
export { MfaAttemptMissing } from "./MfaAttemptMissing.ts"
export type { NewApiKey } from "./newApiKey.ts"
export { NoPrimaryEmail } from "./NoPrimaryEmail.ts"
export { NotSignedIn } from "./NotSignedIn.ts"
export { OAuthCallbackFailed } from "./OAuthCallbackFailed.ts"
export { OAuthNotPossible } from "./OAuthNotPossible.ts"
export type { OfUser } from "./OfUser.ts"
export { NextPageLost } from "./pages.ts"
export type { RedirectedError } from "./redirectedError.ts"
export { RedirectNotTrusted } from "./RedirectNotTrusted.ts"

export type { NewEmail } from "./server/emails.ts"

// what pages show, as shared values: `Reads`, and the hooks of `latchkey/react`
export * as reads from "./reads.ts"

// the contract
export type { Project as AdminProject } from "../schemas/entities/Project.ts"
export type { Session as ActiveSession } from "../schemas/entities/Session.ts"
export type { SecretInput } from "../schemas/fields.ts"
export * from "../schemas/index.ts"
