/** The format of tapes: recorded requests and responses, with placeholders for secrets and personal data. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Json } from "../../../schemas/fields.ts"
import { issuesOf } from "../../../schemas/issuesOf.ts"
import { TapeUnreadable } from "./errors.ts"

const Texts = Schema.Record(Schema.String, Schema.String)

/** Headers that a `Response` accepts. */
const HeaderTexts = Schema.Record(Schema.String, Schema.String.check(Schema.isPattern(/^[\t -~\x80-\xFF]*$/)))

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Size of a string or a body that fits into memory. */
const Size = between(0, 2 ** 28)

/** A body: JSON, a form, any other text, or bytes that aren't UTF-8, one character per byte. */
const Body = Schema.Union([
  Schema.Struct({ form: Texts }),
  Schema.Struct({ text: Schema.String }),
  Schema.Struct({ bytes: Schema.String }),
  Schema.Struct({ json: Json })
])
export type Body = typeof Body.Type

/** A request, without the headers that don't affect the response. */
const RecordedRequest = Schema.Struct({
  method: Schema.String,
  /** Path below the API's URL, or the URL of a request to another host, without the query. */
  path: Schema.String,
  query: Schema.optionalKey(Texts),
  headers: Schema.optionalKey(Texts),
  body: Schema.optionalKey(Body)
})
export type RecordedRequest = typeof RecordedRequest.Type

const RecordedResponse = Schema.Struct({
  // the statuses of a `Response`
  status: between(200, 599),
  headers: Schema.optionalKey(HeaderTexts),
  body: Schema.optionalKey(Body)
})
export type RecordedResponse = typeof RecordedResponse.Type

/** Failure of a request without a response. */
const RecordedFailure = Schema.Union([
  Schema.Struct({
    /** Message of the lost connection. */
    lost: Schema.String,
    transient: Schema.Boolean,
    /** The runtime's code, such as `ECONNREFUSED`. */
    code: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({ tooLargeFor: Size }),
  Schema.Struct({ redirectStatus: between(300, 399), origin: Schema.optionalKey(Schema.String) })
])
export type RecordedFailure = typeof RecordedFailure.Type

/** A request and its outcome. If `response` and `failure` are both missing, the client gave up waiting. */
export const Exchange = Schema.Struct({
  /** Time of the request, in milliseconds since the tape's start. */
  at: Schema.Int,
  /** Name of the endpoint, such as `users.getMe`, if the contract has the endpoint. */
  endpoint: Schema.optionalKey(Schema.String),
  /** Time until the outcome, in milliseconds. */
  took: Schema.Int,
  request: RecordedRequest,
  response: Schema.optionalKey(RecordedResponse),
  failure: Schema.optionalKey(RecordedFailure)
})
export type Exchange = typeof Exchange.Type

/** Properties of a replaced string that its stand-in keeps. */
const StandIn = Schema.Struct({
  /** Header and claims of a JSON Web Token. */
  jwt: Schema.optionalKey(Schema.Struct({ header: Json, claims: Json })),
  /** Contents of a string that is JSON. */
  json: Schema.optionalKey(Json),
  /** Format of any other string. */
  format: Schema.optionalKey(
    Schema.Literals(["uuid", "email", "url", "path", "host", "time", "date", "ip", "ip6", "decimal", "text"])
  ),
  /** Length of a token, code or number, or the length of a string, rounded down to a power of two. */
  length: Schema.optionalKey(Size),
  /** Number of decimals of a number. */
  decimals: Schema.optionalKey(Size),
  /** Prefix of a key, such as `pck_`, the sign of a number, or the wildcard of a host. */
  prefix: Schema.optionalKey(Schema.String),
  /** Character set of a string that has only digits, or only capitals and digits. */
  characters: Schema.optionalKey(Schema.Literals(["digits", "upper"]))
})
export type StandIn = typeof StandIn.Type

/** A call of an app's function, which made the requests. The client, its first argument, is left out. */
const RecordedCall = Schema.Struct({
  arguments: Schema.Array(Json),
  /** Result of the function, if it returned one. */
  returned: Schema.optional(Json)
})
export type RecordedCall = typeof RecordedCall.Type

/**
 * A recorded conversation. `{{password:1}}` in a string is a placeholder: `standIns` lists them all. A string that is
 * only `{{pin:1|number}}` stands for a number. A replay fills each placeholder with the value that the program under
 * test sends, or with a stand-in of the same form.
 */
export const Tape = Schema.Struct({
  /** Version of the format. */
  tape: Schema.Literal(1),
  /** Time of the first request, in ISO 8601. */
  startedAt: Schema.String.check(
    Schema.makeFilter((time: string) => !Number.isNaN(Date.parse(time)) || "a time in ISO 8601")
  ),
  /** The API's URL, which ends in `/api/v1`. */
  apiUrl: Schema.String,
  standIns: Schema.Record(Schema.String, StandIn),
  call: Schema.optional(RecordedCall),
  exchanges: Schema.Array(Exchange)
})
export type Tape = typeof Tape.Type

const decode = Schema.decodeUnknownResult(Tape)

/** Reads a tape from JSON, as text or parsed. Throws `TapeUnreadable` if the JSON isn't a tape. */
export const parse = (json: unknown): Tape => {
  const decoded = decode(typeof json === "string" ? parsed(json) : json)
  if (Result.isSuccess(decoded)) return decoded.success
  const { path, problem } = issuesOf(decoded.failure)[0]!
  throw new TapeUnreadable({ problem: path === "" ? problem : `${path}: ${problem}` })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new TapeUnreadable({ problem: "it is not JSON" })
  }
}

/** Writes a tape as JSON, with one field per line. Tapes of equal conversations are equal as text. */
export const stringify = (tape: Tape): string => `${JSON.stringify(tape, null, 2)}\n`

/** Returns the time at which the tape starts, in milliseconds since 1970: the time for `TestClock.setTime`. */
export const startOf = (tape: Tape): number => Date.parse(tape.startedAt)
