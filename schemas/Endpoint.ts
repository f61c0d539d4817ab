/**
 * Declares endpoints. An endpoint is a function that makes the call, with the `spec` that the emulator, OpenAPI and the
 * docs read.
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AccessLevel, AccessLevels } from "./access.ts"
import type { Codec } from "./compiled/codec.ts"
import { endpointOf, type EndpointOptions } from "./compiled/endpointOf.ts"
import { wrapSecrets } from "./compiled/redacted.ts"
import { type EndpointSchemas, keepSchemas } from "./compiled/schemasOf.ts"
import type { CallError } from "./errors/CallError.ts"
import { issuesOf } from "./issuesOf.ts"
import { type KnownErrorClass, readDetailsWith } from "./KnownError.ts"
import type { Resource } from "./resources.ts"
import type { WithBareSecrets } from "./secrets.ts"
import type { Method, Since, Spec } from "./Spec.ts"
import { wireName } from "./wireNames.ts"

export type { Method, Revision, Since, Spec } from "./Spec.ts"

/**
 * The arguments of an endpoint: its input, with secrets as strings or `Redacted`. Optional when every field is
 * optional.
 */
export type Arguments<Input> = {} extends Input ? [input?: WithBareSecrets<Input>] : [input: WithBareSecrets<Input>]

/** A call to the platform: an Effect whose error channel lists exactly the errors that the endpoint can return. */
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

/** A whole resource by name, such as `"users"`, or one endpoint as a value, such as `Teams.list`. */
export type ResourceOrEndpoint = Resource | AnyEndpoint

/**
 * Declares an endpoint.
 *
 * Fields named in the path template are sent in the path. With GET and DELETE, the other fields are sent in the query.
 * With other methods, the fields listed under `query` are sent in the query, and the rest in the body.
 */
export const endpoint = <
  const Access extends AccessLevel,
  Output extends Schema.Constraint,
  const Fields extends Schema.Struct.Fields = {},
  const Errors extends ReadonlyArray<KnownErrorClass<any>> = []
>(access: Access, name: string, route: `${Method} /${string}`, options: {
  readonly input?: Fields | undefined
  /** Fields of a POST, PATCH or PUT that are sent in the query. */
  readonly query?: ReadonlyArray<keyof Fields & string> | undefined
  readonly output: Output
  readonly errors?: Errors | undefined
  readonly body?: Spec["body"] | undefined
  readonly since?: Since | undefined
  readonly status?: number | ((output: Output["Type"]) => number) | undefined
  readonly credentials?: Spec["credentials"] | undefined
  readonly session?: Spec["session"] | undefined
  readonly unknownFields?: Spec["unknownFields"] | undefined
  readonly subject?: keyof Fields & string | undefined
  readonly idempotent?: boolean | undefined
  readonly perAttempt?: Duration.Input | undefined
  readonly gone?: ReadonlyArray<KnownErrorClass<any>> | undefined
  /** Resources of the contract (by name) and endpoints (as values) whose responses this call changes. */
  readonly invalidates?: ReadonlyArray<ResourceOrEndpoint> | undefined
}): EndpointCall<
  AccessLevels[Access],
  Schema.Struct.Type<Fields>,
  Output["Type"],
  InstanceType<Errors[number]>
> => {
  readDetailsWith(decodeField)
  const { input = {} as Fields, output, ...others } = options
  const call = endpointOf(access, name, route, others as EndpointOptions, {
    decode: (json) => decoderOf(schemas)(json),
    encode: (given) => encoderOf(schemas)(given),
    wrap: (given) => wrapSecrets(schemas.inputSchema, given),
    names: Object.fromEntries(Object.entries(input).map(([key, field]) => [key, wireName(key, field)]))
  })
  const schemas = keepSchemas(call.spec, input, output)
  return call as never
}

const decodeField = (field: Schema.Constraint, value: unknown): unknown =>
  Option.getOrUndefined(Schema.decodeUnknownOption(field as Schema.Codec<unknown>)(value))

const decoders = new WeakMap<EndpointSchemas, Codec["decode"]>()

const decoderOf = (schemas: EndpointSchemas): Codec["decode"] => {
  let decoder = decoders.get(schemas)
  if (decoder === undefined) {
    const decode = Schema.decodeUnknownResult(schemas.output)
    decoders.set(schemas, decoder = (json) => Result.mapError(decode(json), issuesOf))
  }
  return decoder
}

const encoders = new WeakMap<EndpointSchemas, Codec["encode"]>()

const encoderOf = (schemas: EndpointSchemas): Codec["encode"] => {
  let encoder = encoders.get(schemas)
  if (encoder === undefined) {
    const encode = Schema.encodeUnknownResult(schemas.inputSchema, { errors: "all", onExcessProperty: "error" })
    encoders.set(schemas, encoder = (given) => Result.mapError(encode(given), issuesOf))
  }
  return encoder
}
