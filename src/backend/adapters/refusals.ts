/** Responses to requests without a user, for frameworks without an adapter. */
import { accountNeeded, type Authentication, type Refusal, refusal, type SignedIn } from "../verify/index.ts"
import { refused } from "./fetchHandler.ts"

/**
 * Returns the status, headers and problem details (RFC 9457) for a request without a user with an account: 401 with
 * `WWW-Authenticate`, or 503 when the platform doesn't respond. For frameworks with errors of their own, such as tRPC.
 *
 * @example
 * ```ts
 * import { refusalFor } from "latchkey/adapters"
 *
 * const found = await authenticator.authenticateRequest(new Request("http://localhost/notes"))
 * if (found.status !== "signed-in") {
 *   const { body, status } = refusalFor(found)
 *   console.log(status, body.title) // 401 …
 * }
 * ```
 */
export const refusalFor = (found: Exclude<Authentication, SignedIn>): Refusal => refusal(found, accountNeeded)

/**
 * Returns {@link refusalFor} as a `Response`, for route handlers behind a `fetchHandler` that lets every request
 * through.
 *
 * ```ts
 * if (authentication.status !== "signed-in") return refusedResponse(authentication)
 * ```
 */
export const refusedResponse = (found: Exclude<Authentication, SignedIn>): Response => refused(refusalFor(found))
