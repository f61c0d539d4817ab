/** Users that count as signed in, and the responses to sessions of other users. */
import { restrictionOf } from "../../schemas/entities/restriction.ts"
import type { User } from "../../schemas/entities/User.ts"
import {
  accountNeeded,
  type Authentication,
  refusal,
  type SessionAuthentication,
  signedOut
} from "../../src/backend/verify/index.ts"

/** Options for which users count as signed in. */
export interface UserChoice {
  /** Whether restricted users count as signed in. @default false */
  readonly includeRestricted?: boolean | undefined
}

/** Whether a user counts as signed in. */
export const counts = (user: User, { includeRestricted = false }: UserChoice = {}): boolean =>
  !user.isAnonymous && (includeRestricted || restrictionOf(user) === null)

/** Returns the response for a session whose user doesn't count as signed in or no longer exists. */
export const noUser = (user: User | null, session: SessionAuthentication): Response => {
  const found = user === null
    ? signedOut("session-ended")
    : { ...session, status: user.isAnonymous ? "anonymous" as const : "restricted" as const }
  const { body, headers, status } = refusal(found as Authentication, accountNeeded)
  return Response.json(body, { status, headers })
}
