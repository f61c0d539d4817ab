/** Tokens of identity vendors, exchanged for access tokens. Since revision 2026-10. docs/platform.md §25. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { SignUpNotEnabled } from "../errors/authConfiguration.ts"
import {
  ExternalAuthProviderNotConfigured,
  InvalidExternalAuthToken,
  OAuthProviderAccountIdAlreadyUsedForSignIn
} from "../errors/oauth.ts"
import { PermissionNotFound } from "../errors/permissions.ts"
import { SignUpRejected } from "../errors/restrictions.ts"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/**
 * Exchanges a token from Clerk, Better Auth or WorkOS for an access token. There is no refresh token: exchange again
 * before the access token expires. The first exchange for an identity creates a user, or upgrades the anonymous user of
 * the request's session; any other signed-in user is ignored.
 *
 * Each session at the vendor has one `sessionId` here. The next exchange restores a revoked session. If the platform
 * can't fetch the vendor's public keys, the call fails with `HttpFailure` (500).
 */
export const exchange = endpoint("client", "externalAuth.exchange", "POST /auth/external/token", {
  since: "2026-10",
  input: {
    providerId: Schema.Literals(["clerk-integration", "better-auth-integration", "workos-integration"]),
    /** A JWT from the vendor, at most 16,384 characters. */
    token: Secret
  },
  output: wireStruct({
    accessToken: Secret,
    sessionId: Schema.String,
    userId: Schema.String,
    isNewUser: Schema.Boolean
  }),
  errors: [
    ExternalAuthProviderNotConfigured,
    InvalidExternalAuthToken,
    SignUpNotEnabled,
    SignUpRejected,
    OAuthProviderAccountIdAlreadyUsedForSignIn,
    PermissionNotFound
  ],
  session: "optional"
})
