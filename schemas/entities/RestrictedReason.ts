/** Why a user may not use the app yet. Later revisions of the platform. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** What keeps a user from using the app. */
export class RestrictedReason extends Schema.Opaque<RestrictedReason>()(wireStruct({
  type: openEnum("anonymous", "email_not_verified", "restricted_by_administrator")
})) {}
