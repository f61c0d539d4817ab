/** Users without credentials. docs/protocol.md §18. */
import { endpoint } from "../Endpoint.ts"
import { Tokens } from "../entities/Tokens.ts"
import { AnonymousAccountsNotEnabled } from "../errors/authConfiguration.ts"
import { PermissionNotFound } from "../errors/permissions.ts"

/**
 * Makes an anonymous user and opens its session, also in a project that allows no sign-ups. Every call makes another
 * user; a later sign-up with this session keeps the user and its id.
 *
 * `PermissionNotFound` means that the project gives new users a permission that was deleted: nobody can come in until
 * its defaults are changed. docs/platform.md §11. `AnonymousAccountsNotEnabled` comes from the newest revisions only,
 * where a project can do without anonymous users.
 */
export const signUp = endpoint("client", "anonymous.signUp", "POST /auth/anonymous/sign-up", {
  output: Tokens,
  errors: [PermissionNotFound, AnonymousAccountsNotEnabled],
  body: "none",
  session: "optional",
  unknownFields: "ignored"
})
