/** An endpoint is one value: a function that makes the call, and the data the emulator, OpenAPI and docs read. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type AccessLevel, type AccessLevels, accessOf } from "./access.ts"
import type { ResourceOrEndpoint } from "./endpointNames.ts"
import type { CallError } from "./errors/CallError.ts"
import type { KnownErrorClass } from "./KnownError.ts"
import { wireName, wireStruct } from "./wireNames.ts"

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

/** Nothing has to be given when every field is optional. */
type Arguments<Input> = {} extends Input ? [input?: Input] : [input: Input]

/** A call of the platform: `await`ed as an Effect whose error channel lists exactly what it can raise. */
export interface Endpoint<Access, Input, Output, Errors> {
  (...input: Arguments<Input>): Effect.Effect<Output, Errors | CallError, Access>
  readonly spec: Spec
  /** Types for the facade and the emulator; nothing at run time. */
  readonly "~types"?: {
    readonly access: Access
    readonly input: Input
    readonly output: Output
    readonly errors: Errors
  }
}

/** Any endpoint, for code that walks the contract. */
export type AnyEndpoint = Endpoint<any, any, any, any>

/**
 * Declares an endpoint.
 *
 * A field travels in the path when the template names it, in the query for GET and DELETE or when listed under
 * `query`, otherwise in the body.
 */
export const endpoint = <
  const Access extends AccessLevel,
  Output extends Schema.Constraint,
  const Fields extends Schema.Struct.Fields = {},
  const Errors extends ReadonlyArray<KnownErrorClass<any>> = []
>(access: Access, name: string, route: `${Method} /${string}`, options: {
  readonly input?: Fields
  /** Fields of a POST, PATCH or PUT that travel in the query. */
  readonly query?: ReadonlyArray<keyof Fields & string>
  readonly output: Output
  readonly errors?: Errors
  readonly body?: Spec["body"]
  readonly since?: Revision
  readonly status?: number | ((output: Output["Type"]) => number)
  readonly credentials?: Spec["credentials"]
  readonly session?: Spec["session"]
  readonly unknownFields?: Spec["unknownFields"]
  readonly idempotent?: boolean
  readonly perAttempt?: Duration.Input
  readonly gone?: ReadonlyArray<KnownErrorClass<any>>
  readonly invalidates?: ReadonlyArray<ResourceOrEndpoint>
}): Endpoint<
  AccessLevels[Access],
  Schema.Struct.Type<Fields>,
  Output["Type"],
  InstanceType<Errors[number]>
> => {
  const space = route.indexOf(" ")
  const method = route.slice(0, space) as Method
  const path = route.slice(space + 1)
  const input: Schema.Struct.Fields = options.input ?? {}
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const inQuery = method === "GET" || method === "DELETE" ? Object.keys(input) : options.query ?? []
  const service = accessOf[access]
  let inputSchema: Spec["inputSchema"] | undefined
  const spec: Spec = {
    access,
    name,
    method,
    since: options.since ?? "2025-08",
    path,
    input,
    get inputSchema() {
      return inputSchema ??= wireStruct(input) as Spec["inputSchema"]
    },
    pathNames,
    queryNames: inQuery.map((key) => wireName(key, input[key]!)).filter((key) => !pathNames.includes(key)),
    output: options.output as unknown as Spec["output"],
    errors: options.errors ?? [],
    body: options.body ?? (method === "GET" ? "none" : "json"),
    status: options.status ?? 200,
    credentials: options.credentials ?? "project",
    session: options.session ?? "expected",
    unknownFields: options.unknownFields ?? "refused",
    idempotent: options.idempotent ?? (method === "GET" || method === "PUT" || method === "DELETE"),
    perAttempt: options.perAttempt,
    gone: options.gone ?? [],
    invalidates: options.invalidates ?? []
  }
  // The level's layer decodes by this very spec, which is where the types of answer and errors come from.
  const call = (fields: object = {}) =>
    Effect.flatMap(
      service as never,
      (caller: { call: (spec: Spec, input: object) => unknown }) => caller.call(spec, fields) as never
    )
  return Object.assign(call, { spec }) as never
}
