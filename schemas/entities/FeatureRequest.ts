/** Feature requests from project owners for the platform itself. */
import * as Schema from "effect/Schema"
import { wire, wireStruct } from "../wireNames.ts"

/** A feature request on the platform's board. */
export class FeatureRequest extends Schema.Opaque<FeatureRequest>()(wireStruct({
  id: Schema.String,
  title: Schema.String,
  content: Schema.NullOr(Schema.String),
  upvotes: Schema.Finite,
  date: Schema.String,
  postStatus: wire("postStatus", Schema.NullOr(wireStruct({ name: Schema.String, color: Schema.String }))),
  /** Whether the signed-in user has upvoted the feature request. */
  userHasUpvoted: wire("userHasUpvoted", Schema.Boolean)
})) {}
