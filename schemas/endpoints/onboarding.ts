/** Effects of changed onboarding rules on existing users. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Json, QueryInt } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Lists up to `limit` users that the given settings would restrict. Changes nothing. */
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
