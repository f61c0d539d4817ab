/** What changing the rules for users would mean for those who are there. In later revisions of the platform. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Json, QueryInt } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Users who would be restricted if the settings were these. Changes nothing. At most `limit` of them are listed. */
export const previewAffectedUsers = endpoint(
  "admin",
  "onboarding.previewAffectedUsers",
  "POST /internal/onboarding/preview-affected-users",
  {
    since: "2026-04",
    input: {
      limit: Schema.optional(QueryInt),
      onboarding: wireStruct({ requireEmailVerification: Schema.optional(Schema.Boolean) })
    },
    query: ["limit"],
    output: wireStruct({ affectedUsers: Schema.Array(Json), totalAffectedCount: Schema.Int })
  }
)
