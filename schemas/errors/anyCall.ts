/** The known errors that any request of a level can meet. They are reasons of `CallError`, not part of signatures. */
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
 * At client level: no key and no token of a back end is in the request, so the platform has nothing to say of them. Wire
 * catalogue, "raisedBy". `InvalidOAuthClientIdOrSecret` is what a refresh meets with a wrong key.
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

/** At any level: besides those, what the platform says of a back end's keys and tokens. */
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
