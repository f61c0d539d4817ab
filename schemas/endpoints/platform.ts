/** Information about the platform itself. docs/protocol.md §9, §26. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Jwks } from "../entities/Jwks.ts"
import { VersionCheck } from "../entities/Platform.ts"
import { QueryBoolean } from "../fields.ts"
import { wire } from "../wireNames.ts"

/** Returns a plain-text greeting with the request's access level. Shows that the platform is reachable. */
export const get = endpoint("client", "platform.get", "GET /", {
  output: Schema.String,
  credentials: "none",
  session: "optional"
})

/**
 * Reports a missing feature. The response is a plain-text sentence about the missing feature. The flow
 * `project.checkFeatureSupport` fails with that sentence.
 */
export const checkFeatureSupport = endpoint("client", "platform.checkFeatureSupport", "POST /check-feature-support", {
  input: {
    /** Feature name to show in the response text. */
    featureName: Schema.optional(Schema.String)
  },
  output: Schema.String,
  session: "optional",
  unknownFields: "ignored"
})

/** Checks whether a self-hosted platform's dashboard is up to date. */
export const checkVersion = endpoint("client", "platform.checkVersion", "POST /check-version", {
  input: {
    /** Three numbers, such as `2.8.34`. */
    clientVersion: wire("clientVersion", Schema.String)
  },
  output: VersionCheck,
  credentials: "none",
  idempotent: true
})

/**
 * Returns the public keys of a project: two keys, or four if the keys for anonymous users' tokens are included. An
 * unknown project fails with `HttpFailure` (404). The response can be cached for an hour.
 */
export const getJwks = endpoint("client", "platform.getJwks", "GET /projects/{project_id}/.well-known/jwks.json", {
  input: {
    projectId: Schema.String,
    includeAnonymous: Schema.optional(QueryBoolean),
    /**
     * Whether to include the keys of tokens for restricted users. Later revisions only. `includeAnonymous` includes
     * these keys too.
     */
    includeRestricted: Schema.optional(QueryBoolean)
  },
  output: Jwks,
  credentials: "none"
})
