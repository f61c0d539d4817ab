/** The reasons why a user is restricted. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"

/** Reason why a user is restricted. */
export const RestrictedReason = Schema.Struct({
  type: openEnum("anonymous", "email_not_verified", "restricted_by_administrator")
})
