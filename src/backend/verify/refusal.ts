/** What adapters say to whom they do not let in. Loads no Effect. */
import type { Authentication, SignedOutReason, Unavailable } from "./Authentication.ts"

/** For people whose account is restricted, from what takes an account that is not. */
export const notOpenYet = "Your account is not open yet. The page onboarding says what to do about it."

/** The header for who is to try again later. RFC 9110 §10.2.3. */
export const retryAfter = ({ retryAfterMillis }: Unavailable): { readonly [name: string]: string } =>
  retryAfterMillis === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfterMillis / 1000))) }

/**
 * The header of a 401: what is asked for, and whether what came will not do. RFC 9110 §11.6.1, RFC 6750 §3. A 403 has
 * none, for a permission is the user's, and no other token of theirs would have it.
 */
export const challenge = (found: Exclude<Authentication, Unavailable>): { readonly "www-authenticate": string } => {
  const asked = "Bearer realm=\"latchkey\""
  if (found.status === "signed-out" && withoutToken.includes(found.reason)) return { "www-authenticate": asked }
  const problem = found.status === "signed-out"
    ? found.message
    : "The credentials are good, but of another kind than this takes."
  // what may stand between the quotation marks: RFC 6750 §3
  const description = problem.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")
  return { "www-authenticate": `${asked}, error="invalid_token", error_description="${description}"` }
}

/** Nothing was looked at that could be wrong. */
const withoutToken: ReadonlyArray<SignedOutReason> = ["no-credentials", "cross-site"]
