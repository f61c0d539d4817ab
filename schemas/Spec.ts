/** What an endpoint says about itself: what callers, the emulator, OpenAPI and docs read. */
import type * as Duration from "effect/Duration"
import type * as Schema from "effect/Schema"
import type { ResourceOrEndpoint } from "./endpointNames.ts"
import type { KnownErrorClass } from "./KnownError.ts"

/** `client`, `server` or `admin`. */
export type AccessLevel = "client" | "server" | "admin"

/** The HTTP methods of the platform. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE"

/** The revisions of the platform that the contract tells apart. */
export type Revision = "2025-08" | "2026-04"

/** What an endpoint says about itself. Plain data. */
export interface Spec {
  /** The lowest level that may call. */
  readonly access: AccessLevel
  /** `resource.verb`, unique in the contract. */
  readonly name: string
  readonly method: Method
  /** The first revision of the platform that has it. */
  readonly since: Revision
  /** Below `/api/v1`; parts in braces are wire names of input fields. */
  readonly path: string
  readonly input: Schema.Struct.Fields
  /** The input as one object with wire names. Built when it is first asked for. */
  readonly inputSchema: Schema.Codec<any, { readonly [name: string]: unknown }>
  /** Wire names of the fields that travel in the path. */
  readonly pathNames: ReadonlyArray<string>
  /** Wire names of the fields that travel in the query. */
  readonly queryNames: ReadonlyArray<string>
  readonly output: Schema.Codec<any, unknown>
  /** The known errors that are this endpoint's own. */
  readonly errors: ReadonlyArray<KnownErrorClass>
  /** How the fields that are neither in the path nor in the query travel. */
  readonly body: "json" | "form" | "none"
  /** The status of a success; a function where the answer decides. */
  readonly status: number | ((output: any) => number)
  /** `none`: the request carries no project headers and no tokens. */
  readonly credentials: "project" | "none"
  /** `optional`: makes sense signed out, so a session that is over, or cannot be renewed now, is left out of the request. */
  readonly session: "expected" | "optional"
  /** Input field with the credential that the request is about: a rate limit that it meets concerns that credential. */
  readonly subject: string | undefined
  /** May be sent again when the connection was lost, because a second delivery changes nothing more. */
  readonly idempotent: boolean
  /** How long an attempt may take at least, whatever the policy's `perAttempt`: the platform itself takes its time. */
  readonly perAttempt: Duration.Input | undefined
  /** `ignored`: the platform overlooks body fields it does not know; elsewhere it refuses them with a schema error. */
  readonly unknownFields: "refused" | "ignored"
  /** Lists what the platform answers when a deletion is repeated: on a repeat these count as done. */
  readonly gone: ReadonlyArray<KnownErrorClass>
  /**
   * What answers differently after this one succeeded: a whole resource, `users`, or one endpoint, `teams.list`. Shared
   * reads that call it are read again. See `layers/reads/Reads.ts`.
   */
  readonly invalidates: ReadonlyArray<ResourceOrEndpoint>
}
