/** Users without credentials. docs/protocol.md §18. */
import { endpoint } from "../Endpoint.ts"
import { Tokens } from "../entities/Tokens.ts"
import { AnonymousAccountsNotEnabled } from "../errors/authConfiguration.ts"
import { PermissionNotFound } from "../errors/permissions.ts"

/**
 * Creates an anonymous user and opens a session, even if sign-up is off in the project. Every call creates another
 * user. A later sign-up with this session keeps the user and its id.
 *
 * `PermissionNotFound` means that the project's default permissions for new users contain a deleted permission. All
 * sign-ups fail until the defaults are changed. docs/platform.md §11. Only the newest revisions, where anonymous users
 * are optional, send `AnonymousAccountsNotEnabled`.
 */
export const signUp = endpoint("client", "anonymous.signUp", "POST /auth/anonymous/sign-up", {
  output: Tokens,
  errors: [PermissionNotFound, AnonymousAccountsNotEnabled],
  body: "none",
  session: "optional",
  unknownFields: "ignored"
})
