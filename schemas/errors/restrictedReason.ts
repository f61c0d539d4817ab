/** Why a user is restricted, and what the person can do about it. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"

/** Why a user is restricted. */
export const RestrictedReason = Schema.Struct({
  type: openEnum("anonymous", "email_not_verified", "restricted_by_administrator")
})

/** What a restricted person can do about it. */
export const remedy = (reason: string | undefined): string => {
  switch (reason) {
    case "anonymous":
      return "Sign up or sign in, then try again."
    case "email_not_verified":
      return "Verify your e-mail address, then try again."
    case "restricted_by_administrator":
      return "An administrator has restricted it; ask them to lift that."
    default:
      return "Finish setting it up, or ask an administrator of the app."
  }
}
