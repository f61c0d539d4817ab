/**
 * Declares endpoints. An endpoint is a function that makes the call, with the `spec` that the emulator, OpenAPI and the
 * docs read.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type AccessLevel, type AccessLevels, accessOf } from "./access.ts"
import type { ResourceOrEndpoint } from "./endpointNames.ts"
import type { CallError } from "./errors/CallError.ts"
import type { KnownErrorClass } from "./KnownError.ts"
import { wrapSecrets } from "./redacted.ts"
import type { WithBareSecrets } from "./secrets.ts"
import type { Method, Since, Spec } from "./Spec.ts"
import { wireName, wireStruct } from "./wireNames.ts"

export type { Method, Revision, Since, Spec } from "./Spec.ts"

/**
 * The arguments of an endpoint: its input, with secrets as text or `Redacted`. Optional when every field is optional.
 */
export type Arguments<Input> = {} extends Input ? [input?: WithBareSecrets<Input>] : [input: WithBareSecrets<Input>]

/** A call of the platform: an Effect whose error channel lists exactly the errors that the endpoint can return. */
export interface EndpointCall<Access, Input, Output, Errors> {
  (...input: Arguments<Input>): Effect.Effect<Output, Errors | CallError, Access>
  readonly spec: Spec
  /** Types for the facade and the emulator; doesn't exist at run time. Secrets in `input` are `Redacted`. */
  readonly "~types"?: {
    readonly access: Access
    readonly input: Input
    readonly output: Output
    readonly errors: Errors
  }
}

/** Any endpoint, for code that works with the whole contract. */
export type AnyEndpoint = EndpointCall<any, any, any, any>

/**
 * Declares an endpoint.
 *
 * Fields that the path template names are sent in the path. With GET and DELETE, the other fields are sent in the
 * query. Otherwise the fields listed under `query` are sent in the query, and the rest in the body.
 */
export const endpoint = <
  const Access extends AccessLevel,
  Output extends Schema.Constraint,
  const Fields extends Schema.Struct.Fields = {},
  const Errors extends ReadonlyArray<KnownErrorClass<any>> = []
>(access: Access, name: string, route: `${Method} /${string}`, options: {
  readonly input?: Fields
  /** Fields of a POST, PATCH or PUT that are sent in the query. */
  readonly query?: ReadonlyArray<keyof Fields & string>
  readonly output: Output
  readonly errors?: Errors
  readonly body?: Spec["body"]
  readonly since?: Since
  readonly status?: number | ((output: Output["Type"]) => number)
  readonly credentials?: Spec["credentials"]
  readonly session?: Spec["session"]
  readonly unknownFields?: Spec["unknownFields"]
  readonly subject?: keyof Fields & string
  readonly idempotent?: boolean
  readonly perAttempt?: Duration.Input
  readonly gone?: ReadonlyArray<KnownErrorClass<any>>
  /**
   * Resources and endpoints of the contract (by name), and your own endpoints (as values), whose responses this call
   * changes.
   */
  readonly invalidates?: ReadonlyArray<ResourceOrEndpoint | AnyEndpoint>
}): EndpointCall<
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
    subject: options.subject,
    idempotent: options.idempotent ?? (method === "GET" || method === "PUT" || method === "DELETE"),
    perAttempt: options.perAttempt,
    gone: options.gone ?? [],
    invalidates: (options.invalidates ?? []).map((each) => typeof each === "string" ? each : each.spec.name)
  }
  // the layer of the access level decodes with the same spec, so the types of output and errors are right
  const call = (fields: object = {}) =>
    Effect.flatMap(
      service as never,
      (caller: { call: (spec: Spec, input: object) => unknown }) =>
        caller.call(spec, wrapSecrets(spec.inputSchema, fields)) as never
    )
  return Object.assign(call, { spec }) as never
}
