/** Users without credentials. Wire protocol §18. */
import { endpoint } from "../Endpoint.ts"
import { Tokens } from "../entities/Tokens.ts"

/**
 * Makes an anonymous user and opens its session, also in a project that allows no sign-ups. Every call makes another
 * user; a later sign-up with this session keeps the user and its id.
 */
export const signUp = endpoint("client", "anonymous.signUp", "POST /auth/anonymous/sign-up", {
  output: Tokens,
  body: "none",
  session: "optional",
  unknownFields: "ignored"
})
