/** A token that Supabase accepts without knowing the platform's keys. */
import { SignJWT } from "jose"
import { type AuthenticatorLike, fetchHandler } from "latchkey/adapters"

// #region route
/** A route handler that signs a token for Supabase. `secret` is the JWT secret of your Supabase project. */
export const supabaseTokenRoute = (authenticator: AuthenticatorLike, secret: string) =>
  fetchHandler(authenticator, async (_request, user) => {
    const token = await new SignJWT({ role: "authenticated" })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(user.userId)
      .setAudience("authenticated")
      .setIssuedAt()
      .setExpirationTime("10 minutes")
      .sign(new TextEncoder().encode(secret))
    return Response.json({ token }, { headers: { "cache-control": "private, no-store" } })
  }, { require: "user" })
// #endregion
