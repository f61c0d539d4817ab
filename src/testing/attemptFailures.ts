/** Failed attempts, in the form that a retry policy's schedule receives. */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import type { AttemptFailure } from "../../layers/call/index.ts"

/** Optional details of an attempt. The default is an idempotent request. */
export interface AttemptDetails {
  readonly endpoint?: string | undefined
  readonly idempotent?: boolean | undefined
}

const failure = (
  given: Partial<AttemptFailure> & Pick<AttemptFailure, "kind">,
  { endpoint = "users.getMe", idempotent = true }: AttemptDetails
): AttemptFailure => ({ status: 0, code: undefined, retryAfterMillis: undefined, ...given, endpoint, idempotent })

/** Creates a failure with status 429 and an optional `Retry-After`. */
export const rateLimited = (
  { retryAfter, ...details }: AttemptDetails & { readonly retryAfter?: Duration.Input | undefined } = {}
): AttemptFailure =>
  failure({
    kind: "RateLimited",
    status: 429,
    retryAfterMillis: retryAfter === undefined ? undefined : Duration.toMillis(retryAfter)
  }, details)

/** Creates a failure with status 508 and the marker `INFINITE_LOOP_DETECTED`. */
export const looped = (details: AttemptDetails = {}): AttemptFailure => failure({ kind: "Loop", status: 508 }, details)

/** Creates a failure without a response, or with an incomplete one. */
export const connectionFailed = (details: AttemptDetails = {}): AttemptFailure =>
  failure({ kind: "ConnectionFailed" }, details)

/** Creates a failure of an attempt that timed out. */
export const timedOut = (details: AttemptDetails = {}): AttemptFailure => failure({ kind: "TimedOut" }, details)

/** Creates a failure with another error status and an optional error code of the platform. */
export const refused = (
  { code, status, ...details }: AttemptDetails & { readonly status: number; readonly code?: string | undefined }
): AttemptFailure => failure({ kind: "Refused", status, code }, details)

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const ofAnyRequest = {
  endpoint: Schema.Literals(["users.getMe", "password.signIn", "users.delete"]),
  idempotent: Schema.Boolean
}

/**
 * Schema of any failed attempt, for property tests: `it.effect.prop("…", { failures: Schema.Array(AnyAttemptFailure) },
 * …)`. Its fields are consistent: `Retry-After` only with 429, the marker only with 508, no status without a response.
 */
export const AnyAttemptFailure: Schema.Schema<AttemptFailure> = Schema.Union([
  Schema.Struct({
    ...ofAnyRequest,
    kind: Schema.Literal("RateLimited"),
    status: Schema.Literal(429),
    code: Schema.Undefined,
    retryAfterMillis: Schema.UndefinedOr(between(0, 1e12))
  }),
  Schema.Struct({
    ...ofAnyRequest,
    kind: Schema.Literal("Loop"),
    status: Schema.Literal(508),
    code: Schema.Undefined,
    retryAfterMillis: Schema.Undefined
  }),
  Schema.Struct({
    ...ofAnyRequest,
    kind: Schema.Literals(["ConnectionFailed", "TimedOut"]),
    status: Schema.Literal(0),
    code: Schema.Undefined,
    retryAfterMillis: Schema.Undefined
  }),
  Schema.Struct({
    ...ofAnyRequest,
    kind: Schema.Literal("Refused"),
    status: Schema.Literals([400, 401, 403, 404, 409, 500, 502, 503, 504]),
    code: Schema.UndefinedOr(Schema.Literals(["USER_NOT_FOUND", "EMAIL_PASSWORD_MISMATCH", "SCHEMA_ERROR"])),
    retryAfterMillis: Schema.Undefined
  })
])
