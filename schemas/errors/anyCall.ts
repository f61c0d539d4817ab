/**
 * The known errors that any request of a level can fail with. They are reasons of `CallError`, not part of signatures.
 */
import { AnonymousAuthenticationNotAllowed } from "./authConfiguration.ts"
import { AllOverloadsFailed, BodyParsingError, SchemaError, UnsupportedError } from "./general.ts"
import { InvalidOAuthClientIdOrSecret } from "./oauth.ts"
import {
  AccessTypeRequired,
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  ClientAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  ExpectedInternalProject,
  InsufficientAccessType,
  InvalidAccessType,
  InvalidProjectForAdminAccessToken,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  PublishableClientKeyRequiredForProject,
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "./projectAuthentication.ts"
import { BranchDoesNotExist, CurrentProjectNotFound } from "./projects.ts"
import { RestrictedUserNotAllowed } from "./restrictions.ts"
import {
  AccessTokenExpired,
  InvalidProjectForAccessToken,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired,
  UnparsableAccessToken
} from "./session.ts"

/**
 * Known errors of any call at client level. Client requests carry no server or admin keys, so the errors about those
 * keys are left out. `InvalidOAuthClientIdOrSecret` is the error of a refresh with a wrong key.
 */
export const anyClientCall = [
  UnsupportedError,
  BodyParsingError,
  SchemaError,
  AllOverloadsFailed,
  ProjectKeyWithoutAccessType,
  InvalidAccessType,
  AccessTypeWithoutProjectId,
  AccessTypeRequired,
  InsufficientAccessType,
  InvalidPublishableClientKey,
  ClientAuthenticationRequired,
  PublishableClientKeyRequiredForProject,
  ExpectedInternalProject,
  CurrentProjectNotFound,
  BranchDoesNotExist,
  UnparsableAccessToken,
  AccessTokenExpired,
  InvalidProjectForAccessToken,
  RefreshTokenNotFoundOrExpired,
  ProviderRejected,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed,
  InvalidOAuthClientIdOrSecret
] as const

/** Known errors of any call at any level: those of the client level, and the errors about server and admin keys. */
export const anyCall = [
  ...anyClientCall,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin,
  ServerAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  AdminAuthenticationRequired
] as const
