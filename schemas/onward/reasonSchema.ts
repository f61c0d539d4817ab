/** The schemas of the reasons of a `CallError` that aren't known errors. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import {
  type CallReason,
  ConnectionFailed,
  DecodeError,
  HttpFailure,
  InvalidConfiguration,
  InvalidInput,
  LoopDetected,
  Offline,
  PersonChanged,
  RateLimited,
  RedirectRefused,
  ResponseTooLarge,
  TimedOut,
  UnexpectedKnownError,
  UserChanged
} from "../errors/CallError.ts"
import type { KnownError } from "../KnownError.ts"
import { type ErrorSchema, membersOf, problemFrom, withMessage, withStatus } from "./problem.ts"

/** A reason of a `CallError` that isn't a known error. */
export type PlainReason = Exclude<CallReason, KnownError>

type ReasonClass = new(fields: any) => PlainReason

type FieldsOf<Class extends ReasonClass> = ConstructorParameters<Class>[0] extends infer Fields
  ? [Fields] extends [void] ? {} : Fields
  : never

type Sent<Fields> = { readonly [Name in keyof Fields]-?: Schema.Codec<Fields[Name], any> }

const reason = <Class extends ReasonClass>(
  Class: Class,
  tag: InstanceType<Class>["_tag"],
  status: number,
  fields: Sent<FieldsOf<Class>>
): readonly [unknown, ErrorSchema<PlainReason>] => {
  const names = Object.keys(fields)
  const details = Schema.Struct(fields as unknown as Schema.Struct.Fields) as unknown as Schema.Codec<object>
  const problem = Schema.Struct({ ...membersOf(tag, status), details }).annotate({ identifier: tag })
  const type = Schema.declare((value): value is PlainReason => value instanceof Class, { expected: tag })
  const written = (error: PlainReason): object =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(error, name)]).filter(([, value]) => value !== undefined))
  const transformation = SchemaTransformation.transform({
    decode: (sent: typeof problem["Type"]) => withMessage(new Class(sent.details), sent.detail),
    encode: (error: PlainReason) => ({ ...problemFrom(error, status), _tag: tag, details: written(error) })
  })
  return [Class, withStatus(problem.pipe(Schema.decodeTo(type, transformation as never)), status)]
}

const maybe = <S extends Schema.Constraint>(field: S) => Schema.optional(field as S & Schema.Top)

const Text = Schema.String
const Amount = Schema.Finite

/** The platform's undecoded details may be secret, so they aren't sent. */
const unsent = Schema.Null.pipe(
  Schema.decodeTo(
    Schema.declare((value): value is Redacted.Redacted<unknown> => Redacted.isRedacted(value)),
    SchemaTransformation.transform({ decode: () => Redacted.make<unknown>(undefined), encode: () => null })
  )
)

/**
 * The schemas by class, with the status of a back end's own response. Failures of the platform have the status of a
 * gateway failure; failures that only the back end can fix have status 500.
 */
const declared = (): ReadonlyArray<readonly [unknown, ErrorSchema<PlainReason>]> => [
  reason(Offline, "Offline", 503, {}),
  reason(ConnectionFailed, "ConnectionFailed", 502, {
    target: Text,
    attempts: Amount,
    fault: Text,
    code: maybe(Text),
    diagnostics: Schema.Record(Text, Schema.Union([Text, Schema.Boolean, Schema.Undefined]))
  }),
  reason(TimedOut, "TimedOut", 504, { target: Text, attempts: Amount, limitMillis: Amount }),
  reason(RateLimited, "RateLimited", 503, { attempts: Amount, retryAfterMillis: maybe(Amount) }),
  reason(LoopDetected, "LoopDetected", 502, { attempts: Amount }),
  reason(HttpFailure, "HttpFailure", 502, { status: Amount, text: Text, requestId: maybe(Text), since: maybe(Text) }),
  reason(UnexpectedKnownError, "UnexpectedKnownError", 502, {
    code: Text,
    status: Amount,
    details: unsent,
    text: Text
  }),
  reason(DecodeError, "DecodeError", 502, { status: Amount, problem: Text, excerpt: Text }),
  reason(ResponseTooLarge, "ResponseTooLarge", 502, { limitBytes: Amount }),
  reason(RedirectRefused, "RedirectRefused", 502, { status: Amount, origin: maybe(Text) }),
  reason(InvalidInput, "InvalidInput", 400, {
    issues: Schema.Array(Schema.Struct({ path: Text, problem: Text })),
    outcome: maybe(Text)
  }),
  reason(InvalidConfiguration, "InvalidConfiguration", 500, { setting: Text, problem: Text, next: Text }),
  reason(UserChanged, "UserChanged", 409, {}),
  reason(PersonChanged, "PersonChanged", 409, { reason: Schema.Literals(["SignedOut", "AnotherUser"]) })
]

let byClass: ReadonlyMap<unknown, ErrorSchema<PlainReason>> | undefined

/** Returns the schemas of the reasons that aren't known errors, by class. Built on first use. */
export const plainReasonSchemas = (): ReadonlyMap<unknown, ErrorSchema<PlainReason>> => byClass ??= new Map(declared())
