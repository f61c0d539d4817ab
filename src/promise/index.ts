/** Latchkey for programs with promises. Effect is used internally only. */
export { CookiesBlocked } from "../../layers/browser/CookiesBlocked.ts"
export { PasskeyCancelled } from "../../layers/browser/PasskeyCancelled.ts"
export type { PasskeyFailure } from "../../layers/browser/passkeyFailure.ts"
export { PasskeyNotPossible } from "../../layers/browser/PasskeyNotPossible.ts"
export type { AttemptFailure, PolicyInput, RetryOptions } from "../../layers/call/RetryPolicy.ts"
export type { LedgerEntry } from "../../layers/observe/ledger/entry.ts"
export type { LedgerOptions } from "../../layers/observe/ledger/SessionLedger.ts"
export { NextPageLost } from "../../layers/reads/pages.ts"
export type { CookieOptions } from "../../layers/session/cookies.ts"
export {
  type RequestLike,
  requestStore,
  type RequestStoreOptions,
  type RequestTokenStore
} from "../../layers/session/requestStore.ts"
export type { AuthTokens } from "../../layers/session/sessionHeaders.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "../../layers/session/sharedCaches.ts"
export type { TokenStoreOption } from "../../layers/session/tokenStoreOf.ts"
export type { DefinitionChanges } from "../admin/permissionDefinitions.ts"
export type { Candidate as ProductionModeCandidate, ProductionModeProblem } from "../admin/productionMode.ts"
export type { ConfigDocument } from "../admin/projectConfig.ts"
export { AdminAccessRequired } from "../errors/AdminAccessRequired.ts"
export { CodeNotLoaded } from "../errors/CodeNotLoaded.ts"
export { ConfirmationNeeded } from "../errors/ConfirmationNeeded.ts"
export { DataVaultValueUnreadable } from "../errors/DataVaultValueUnreadable.ts"
export { FeatureNotSupported } from "../errors/FeatureNotSupported.ts"
export { MfaAttemptMissing } from "../errors/MfaAttemptMissing.ts"
export { NoPrimaryEmail } from "../errors/NoPrimaryEmail.ts"
export { NotSignedIn } from "../errors/NotSignedIn.ts"
export { OAuthCallbackFailed } from "../errors/OAuthCallbackFailed.ts"
export { OAuthNotPossible } from "../errors/OAuthNotPossible.ts"
export { RedirectNotTrusted } from "../errors/RedirectNotTrusted.ts"
export { VaultStoreFailed } from "../errors/VaultStoreFailed.ts"
export type { ApiKeyLifetime, InvalidReason } from "../flows/account/apiKeyValidity.ts"
export type { NewApiKey } from "../flows/account/newApiKey.ts"
export type { UserTarget } from "../flows/account/UserTarget.ts"
export type { CliLogin, CliLoginError } from "../flows/cli/cliLogin.ts"
export type { RedirectedError } from "../flows/redirects/redirectedError.ts"
export type { Page as PageName } from "../flows/redirects/redirectTo.ts"
export type { TotpEnrolment } from "../flows/totp/totp.ts"
export type { AdminOptions } from "../programs/Admin.ts"
export type { ServerOptions } from "../programs/index.ts"
export type { VaultStoreError } from "../vault/platformStore.ts"
export { CallDefect } from "./CallDefect.ts"
export type { CallPromise, Settled } from "./CallPromise.ts"
export type { CallsOf } from "./calls.ts"
export { ClientDisposed } from "./ClientDisposed.ts"
export type { PersonClient } from "./clientFlows.ts"
export { clientOfRuntime, type SharedClient } from "./clientOfRuntime.ts"
export { createAdmin, type LatchkeyAdmin } from "./createAdmin.ts"
export { type ClientOptions, createClient, type LatchkeyClient } from "./createClient.ts"
export { createServer, type LatchkeyServer } from "./createServer.ts"
export type { CallOptions, HostError } from "./Host.ts"
export type { CallIterable } from "./iterable.ts"
export {
  type CallOf,
  type Disposable,
  type LayerErrorOf,
  type LayerFor,
  makeAsync,
  type Promised
} from "./makeAsync.ts"
export type { ForPerson } from "./person.ts"
export type { ClientSession, PlainSessionState } from "./session.ts"

/** Returns the text of a secret in a response. */
export { value as reveal } from "effect/Redacted"

export type { AdminAccess, ClientAccess, ServerAccess } from "../../schemas/access.ts"
export type { EndpointCall } from "../../schemas/Endpoint.ts"
export type { SecretInput, WithBareSecrets } from "../../schemas/secrets.ts"
export type { NewEmail } from "../server/emails.ts"
export type { UserList } from "../server/users.ts"

// results of calls
export type * from "../../schemas/entities/index.ts"

// platform constants for arguments, and `restrictionOf`
export {
  builtInEmailTemplates,
  builtInEmailThemes,
  notificationCategories,
  oauthProviderTypes,
  restrictionOf,
  systemPermissionIds,
  webhookEventTypes
} from "../../schemas/entities/index.ts"

// rejections of calls
export * from "../../schemas/errors/index.ts"
export {
  type DeclaredKnownError,
  type ErrorSpec,
  type FamilyClass,
  KnownError,
  type KnownErrorDetails,
  type RequestContext
} from "../../schemas/KnownError.ts"
export { type PlainSessionLedger, sessionLedger } from "./sessionLedger.ts"
