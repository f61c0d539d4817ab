/** What the platform says about itself. docs/protocol.md §9, §26. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Jwks } from "../entities/Jwks.ts"
import { VersionCheck } from "../entities/Platform.ts"
import { QueryBoolean } from "../fields.ts"
import { wire } from "../wireNames.ts"

/** A greeting in plain text, and the level of the request. Tells that the platform can be reached. */
export const get = endpoint("client", "platform.get", "GET /", {
  output: Schema.String,
  credentials: "none",
  session: "optional"
})

/**
 * Reports that a feature is missing. The answer is a sentence in plain text that says so; it never says that the feature
 * is there. The flow `project.checkFeatureSupport` fails with it.
 */
export const checkFeatureSupport = endpoint("client", "platform.checkFeatureSupport", "POST /check-feature-support", {
  input: {
    /** What the sentence calls the feature. */
    featureName: Schema.optional(Schema.String)
  },
  output: Schema.String,
  session: "optional",
  unknownFields: "ignored"
})

/** Tells a self-hosted platform's dashboard whether its version is the present one. */
export const checkVersion = endpoint("client", "platform.checkVersion", "POST /check-version", {
  input: {
    /** Three numbers: `2.8.34`. */
    clientVersion: wire("clientVersion", Schema.String)
  },
  output: VersionCheck,
  credentials: "none",
  idempotent: true
})

/**
 * The public keys of a project: two, or four with those that anonymous users' tokens are signed with. An unknown project
 * is refused in plain text with status 404. Good to keep for an hour.
 */
export const getJwks = endpoint("client", "platform.getJwks", "GET /projects/{project_id}/.well-known/jwks.json", {
  input: {
    projectId: Schema.String,
    includeAnonymous: Schema.optional(QueryBoolean),
    /** Later revisions of the platform only; `includeAnonymous` includes them too. */
    includeRestricted: Schema.optional(QueryBoolean)
  },
  output: Jwks,
  credentials: "none"
})
