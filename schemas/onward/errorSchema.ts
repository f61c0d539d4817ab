/** The schemas of errors, for programs that send errors to other programs: `HttpApi`, RPC, workflows, problem details. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { EndpointCall } from "../Endpoint.ts"
import { anyCall } from "../errors/anyCall.ts"
import { CallError, type CallReason } from "../errors/CallError.ts"
import { ProjectAuthenticationError } from "../errors/projectAuthentication.ts"
import type { KnownErrorClass } from "../KnownError.ts"
import { knownErrorSchema } from "./knownErrorSchema.ts"
import { type ErrorProblem, type ErrorSchema, membersOf, problemFrom, withStatus } from "./problem.ts"
import { problemType } from "./problemType.ts"
import { type PlainReason, plainReasonSchemas } from "./reasonSchema.ts"

/** The schema of several errors. */
export interface ErrorsSchema<out Errors> extends ErrorSchema<Errors> {
  /** The schemas by status: `HttpApiEndpoint.get("team", "/team", { error: errorsOf(Teams.get).members })`. */
  readonly members: ReadonlyArray<ErrorSchema<Errors>>
}

type ReasonSchema = ErrorSchema<CallReason>

/** The status of a back end's response. A rejected key is a fault of the back end, not of its caller. */
const statusOf = (Known: (typeof anyCall)[number]): number =>
  Known.prototype instanceof ProjectAuthenticationError ? 500 : Known.spec.status

const memberOfCallError = (status: number, reasons: ReadonlyArray<readonly [unknown, ReasonSchema]>) => {
  const classes = reasons.map(([Class]) => Class)
  const problem = Schema.Struct({
    ...membersOf("CallError", status),
    endpoint: Schema.String,
    reason: Schema.Union(reasons.map(([, schema]) => schema))
  }).annotate({ identifier: `CallError${status}` })
  const type = Schema.declare(
    (value): value is CallError => value instanceof CallError && classes.includes(value.reason.constructor),
    { expected: "CallError" }
  )
  const transformation = SchemaTransformation.transform({
    decode: ({ endpoint, reason }: typeof problem["Type"]) => new CallError({ endpoint, reason }),
    encode: (error: CallError) => ({
      ...problemFrom(error, status),
      _tag: "CallError" as const,
      endpoint: error.endpoint,
      reason: error.reason
    })
  })
  return withStatus<CallError>(problem.pipe(Schema.decodeTo(type, transformation)), status)
}

let callErrorMembers: ReadonlyArray<ErrorSchema<CallError>> | undefined

/** A `CallError` has a status for each of its reasons, so it has one schema for each status. */
const membersOfCallError = (): ReadonlyArray<ErrorSchema<CallError>> => {
  if (callErrorMembers !== undefined) return callErrorMembers
  const byStatus = new Map<number, Array<readonly [unknown, ReasonSchema]>>()
  const add = (status: number, Class: unknown, schema: ErrorSchema<unknown>) =>
    byStatus.set(status, [...byStatus.get(status) ?? [], [Class, schema as ReasonSchema]])
  for (const [Class, schema] of plainReasonSchemas()) add(statusOfSchema(schema), Class, schema)
  for (const Known of anyCall) add(statusOf(Known), Known, knownErrorSchema(Known as KnownErrorClass))
  return callErrorMembers = [...byStatus].map(([status, reasons]) => memberOfCallError(status, reasons))
}

const statusOfSchema = (schema: ErrorSchema<unknown>): number =>
  Schema.resolveAnnotations(schema)!["httpApiStatus"] as number

const union = <Errors>(members: ReadonlyArray<ErrorSchema<Errors>>): ErrorsSchema<Errors> =>
  Schema.Union(members) as unknown as ErrorsSchema<Errors>

/** A class whose errors have a schema: a known error, `CallError`, or one of its reasons. */
export type ErrorClass<Instance> =
  & (new(...args: ReadonlyArray<never>) => Instance)
  & (
    Instance extends CallError | PlainReason ? unknown : KnownErrorClass<any>
  )

/**
 * Returns the schema of an error.
 *
 * The value is an instance of the class, so that `catchTag` and `catchFamily` handle it in the program that receives it.
 * The encoded form is problem details (RFC 9457): `type` is the docs page, `detail` the message and `status` the status
 * with which an `HttpApi` sends the error. Secret details aren't sent and are `undefined` after decoding.
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { schemaOfError, TeamNotFound } from "latchkey/schemas"
 *
 * const json = Schema.fromJsonString(schemaOfError(TeamNotFound))
 * const text = Schema.encodeSync(json)(new TeamNotFound({ teamId: "t1" }))
 * console.log(Schema.decodeSync(json)(text) instanceof TeamNotFound) // true
 * ```
 */
export const schemaOfError: {
  (Class: typeof CallError): ErrorsSchema<CallError>
  <Instance>(Class: ErrorClass<Instance>): ErrorSchema<Instance>
} = (Class: unknown): any => {
  if (Class === CallError) return union(membersOfCallError())
  return plainReasonSchemas().get(Class) ?? knownErrorSchema(Class as KnownErrorClass<any>)
}

type ErrorsIn<Endpoint> = Endpoint extends EndpointCall<any, any, any, infer Errors> ? Errors : never

/**
 * Returns the schema of exactly the errors that endpoints can fail with: their known errors, and `CallError`. An
 * endpoint, procedure or workflow that calls these endpoints can fail with the same errors. In `HttpApi`, pass the
 * `members`, because each has its own status.
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { HttpApiEndpoint } from "effect/http-api"
 * import { errorsOf, outputOf, Teams } from "latchkey/schemas"
 *
 * class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", {}, { httpApiStatus: 404 }) {}
 *
 * const team = HttpApiEndpoint.get("team", "/teams/:teamId", {
 *   params: { teamId: Schema.String },
 *   success: outputOf(Teams.get),
 *   error: [...errorsOf(Teams.get).members, NoteNotFound]
 * })
 * console.log(team.path) // /teams/:teamId
 * ```
 */
export const errorsOf = <const Endpoints extends ReadonlyArray<EndpointCall<any, any, any, any>>>(
  ...endpoints: Endpoints
): ErrorsSchema<ErrorsIn<Endpoints[number]> | CallError> => {
  const classes = new Set(endpoints.flatMap(({ spec }) => spec.errors))
  return union<any>([...[...classes].map((Known) => knownErrorSchema(Known)), ...membersOfCallError()])
}

/** The response of a back end to a failed call. */
export interface ProblemResponse {
  readonly status: number
  readonly headers: { readonly "content-type": string }
  readonly body: ErrorProblem
}

/**
 * Returns a back end's response to a request that failed with an error, as problem details (RFC 9457). Only errors of
 * the schema are sent. Returns `undefined` for any other value, because its message may not be meant for the caller.
 *
 * @example
 * ```ts
 * import { errorsOf, toProblem, TeamNotFound, Teams } from "latchkey/schemas"
 *
 * const problem = toProblem(errorsOf(Teams.get), new TeamNotFound({ teamId: "t1" }))
 * console.log(problem?.status, problem?.body.title) // 404 Team not found
 * ```
 */
export const toProblem = (errors: ErrorSchema<any>, error: unknown): ProblemResponse | undefined =>
  Option.getOrUndefined(Option.map(
    Schema.encodeUnknownOption(Schema.toCodecJson(errors))(error),
    (encoded) => {
      const body = encoded as unknown as ErrorProblem
      return { status: body.status, headers: { "content-type": problemType }, body }
    }
  ))

/**
 * Returns the error that a back end sent as problem details, or `undefined` if the body isn't one of these errors.
 *
 * @example
 * ```ts
 * import { fromProblem, errorsOf, toProblem, TeamNotFound, Teams } from "latchkey/schemas"
 *
 * const errors = errorsOf(Teams.get)
 * const { body } = toProblem(errors, new TeamNotFound({ teamId: "t1" }))!
 * console.log(fromProblem(errors, body) instanceof TeamNotFound) // true
 * ```
 */
export const fromProblem = <Errors>(errors: ErrorSchema<Errors>, body: unknown): Errors | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Schema.toCodecJson(errors))(body)) as Errors | undefined
