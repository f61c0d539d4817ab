/**
 * Feature requests from project owners for the platform itself. The program must belong to project `internal` and have
 * a signed-in user; otherwise the platform rejects the request as malformed.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { FeatureRequest } from "../entities/FeatureRequest.ts"
import { Json } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** Lists the 50 feature requests with the most votes, most votes first. */
export const list = endpoint("client", "featureRequests.list", "GET /internal/feature-requests", {
  output: wireStruct({ posts: Schema.Array(FeatureRequest) })
})

/** Posts a feature request. Every call creates another one. */
export const create = endpoint("client", "featureRequests.create", "POST /internal/feature-requests", {
  input: {
    title: Schema.String,
    content: Schema.optional(Schema.String),
    category: Schema.optional(Schema.String),
    tags: Schema.optional(Schema.Array(Schema.String)),
    commentsAllowed: wire("commentsAllowed", Schema.optional(Schema.Boolean)),
    customInputValues: wire(
      "customInputValues",
      Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Json)))
    )
  },
  output: wireStruct({ success: Schema.Boolean, id: Schema.optionalKey(Schema.String) }),
  invalidates: ["featureRequests"]
})

/** Votes for a feature request. `upvoted` is whether the vote now counts. */
export const upvote = endpoint(
  "client",
  "featureRequests.upvote",
  "POST /internal/feature-requests/{featureRequestId}/upvote",
  {
    input: { featureRequestId: wire("featureRequestId", Schema.String) },
    output: wireStruct({ success: Schema.Boolean, upvoted: Schema.optionalKey(Schema.Boolean) }),
    invalidates: ["featureRequests"]
  }
)
