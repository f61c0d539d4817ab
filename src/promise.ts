/** Latchkey for programs that write promises. Effect is inside, and stays there. */
export type { CookieOptions } from "../layers/cookies.ts"
export { CookiesBlocked } from "../layers/CookiesBlocked.ts"
export { PasskeyCancelled } from "../layers/PasskeyCancelled.ts"
export type { PasskeyFailure } from "../layers/passkeyFailure.ts"
export { PasskeyNotPossible } from "../layers/PasskeyNotPossible.ts"
export { type RequestLike, type RequestStore, requestStore, type RequestStoreOptions } from "../layers/requestStore.ts"
export type { Policy } from "../layers/RetryPolicy.ts"
export type { AuthJson } from "../layers/sessionHeaders.ts"
export { forbidSharedCaches, type NodeResponse, writeCookies } from "../layers/sharedCaches.ts"
export type { TokenStoreOption } from "../layers/tokenStoreOf.ts"
export type { AdminOptions } from "./Admin.ts"
export type { DefinitionChanges } from "./admin/permissionDefinitions.ts"
export type { Candidate as ProductionModeCandidate, ProductionModeProblem } from "./admin/productionMode.ts"
export type { InvalidReason, KeyLife } from "./apiKeyValidity.ts"
export type { CliLogin, CliLoginError } from "./cliLogin.ts"
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
export type { Bare } from "./promise/bareSecrets.ts"
export { CallDefect } from "./promise/CallDefect.ts"
export type { CallPromise, Settled } from "./promise/CallPromise.ts"
export type { CallsOf } from "./promise/calls.ts"
export { ClientDisposed } from "./promise/ClientDisposed.ts"
export { createAdmin, type LatchkeyAdmin } from "./promise/createAdmin.ts"
export { type ClientOptions, createClient, type LatchkeyClient } from "./promise/createClient.ts"
export { createServer, type LatchkeyServer } from "./promise/createServer.ts"
export type { CallOptions, HostError } from "./promise/Host.ts"
export type { CallIterable } from "./promise/iterable.ts"
export { type Disposable, makeAsync, type Needs, type Picked, type Plain, type Promised } from "./promise/makeAsync.ts"
export type { ClientSession, PlainSessionState } from "./promise/session.ts"
export type { RedirectedError } from "./redirectedError.ts"
export { RedirectNotTrusted } from "./RedirectNotTrusted.ts"
export type { Page as PageName } from "./redirectTo.ts"
export type { ServerOptions } from "./Server.ts"
export type { Enrolment } from "./totp.ts"

/** The text of a secret that an answer carries. */
export { value as reveal } from "effect/Redacted"

export type { SecretInput } from "../schemas/fields.ts"
export type { NewEmail } from "./server/emails.ts"

// what calls answer with
export type * from "../schemas/entities/index.ts"

// what calls reject with
export * from "../schemas/errors/index.ts"
export {
  type Asked,
  type Declared,
  type Details,
  type ErrorSpec,
  type FamilyClass,
  KnownError
} from "../schemas/KnownError.ts"
