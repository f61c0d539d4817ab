/** Restricted users can't use the app yet. They exist in later revisions of the platform: docs/platform.md §8.3. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The reason why a user is restricted. */
export class RestrictedReason extends Schema.Opaque<RestrictedReason>()(wireStruct({
  type: openEnum("anonymous", "email_not_verified", "restricted_by_administrator")
})) {}
