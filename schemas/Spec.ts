/** The description of an endpoint, read by callers, the emulator, OpenAPI and the docs. */
import type * as Duration from "effect/Duration"
import type { Codec } from "./compiled/codec.ts"
import type { KnownErrorClass } from "./KnownError.ts"

/** The platform's three access levels. */
export type AccessLevel = "client" | "server" | "admin"

/** The HTTP methods of the platform. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE"

/** The revisions of the platform that the contract distinguishes. */
export type Revision = "2025-08" | "2026-04" | "2026-10"

/**
 * The first revision with an endpoint. `later` means that the endpoint came after the last revision that the contract
 * knows.
 */
export type Since = Revision | "later"

/** Describes an endpoint. Plain data. */
export interface Spec {
  /** The lowest level that may call the endpoint. */
  readonly access: AccessLevel
  /** `resource.verb`, unique in the contract. */
  readonly name: string
  readonly method: Method
  /** The first revision of the platform that has the endpoint. */
  readonly since: Since
  /** The path below `/api/v1`. Names in braces are wire names of input fields. */
  readonly path: string
  /** Encodes the input and decodes the output. `schemasOf` returns the schemas. */
  readonly codec: Codec
  /** Wire names of the fields that are sent in the path. */
  readonly pathNames: ReadonlyArray<string>
  /** Wire names of the fields that are sent in the query. */
  readonly queryNames: ReadonlyArray<string>
  /** The known errors that are specific to the endpoint. */
  readonly errors: ReadonlyArray<KnownErrorClass>
  /** Encoding of the fields that are neither in the path nor in the query. */
  readonly body: "json" | "form" | "none"
  /** The status on success; a function if the status depends on the output. */
  readonly status: number | ((output: any) => number)
  /** Project headers and tokens of the request. With `none`, the request has neither. */
  readonly credentials: "project" | "none"
  /**
   * Whether the endpoint needs a session. With `optional`, the endpoint also works signed out, so the request leaves
   * out a session that has ended or can't be refreshed now.
   */
  readonly session: "expected" | "optional"
  /**
   * The input field with the credential that the request checks: a rate limit in the response applies to that
   * credential.
   */
  readonly subject: string | undefined
  /** Whether the request can be retried after a lost connection, because repeating it has no further effect. */
  readonly idempotent: boolean
  /**
   * The minimum timeout of an attempt, even if the policy's `perAttempt` is shorter. For endpoints that are slow on the
   * platform.
   */
  readonly perAttempt: Duration.Input | undefined
  /** How the platform handles unknown body fields: it ignores them, or it refuses the request with a schema error. */
  readonly unknownFields: "refused" | "ignored"
  /** The errors that the platform returns when a deletion is repeated. A retry treats them as success. */
  readonly gone: ReadonlyArray<KnownErrorClass>
  /**
   * Resources, such as `users`, and endpoints, such as `teams.list`, whose responses change when this endpoint
   * succeeds. Cached reads that call them are requested again. See `layers/reads/invalidation.ts`.
   */
  readonly invalidates: ReadonlyArray<string>
}
