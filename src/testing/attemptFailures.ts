/** Failed attempts, as calls give them to the schedule of a retry policy. */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import type { AttemptFailure } from "../../layers/call/index.ts"

/** What of an attempt a test may want otherwise. By default it is that of an idempotent request. */
export interface AttemptDetails {
  readonly endpoint?: string | undefined
  readonly idempotent?: boolean | undefined
}

const failure = (
  given: Partial<AttemptFailure> & Pick<AttemptFailure, "kind">,
  { endpoint = "users.getMe", idempotent = true }: AttemptDetails
): AttemptFailure => ({ status: 0, code: undefined, retryAfterMillis: undefined, ...given, endpoint, idempotent })

/** A 429, with the `Retry-After` if there is one. */
export const rateLimited = (
  { retryAfter, ...details }: AttemptDetails & { readonly retryAfter?: Duration.Input | undefined } = {}
): AttemptFailure =>
  failure({
    kind: "RateLimited",
    status: 429,
    retryAfterMillis: retryAfter === undefined ? undefined : Duration.toMillis(retryAfter)
  }, details)

/** A 508 with the marker `INFINITE_LOOP_DETECTED`. */
export const looped = (details: AttemptDetails = {}): AttemptFailure => failure({ kind: "Loop", status: 508 }, details)

/** No answer, or one that broke off. */
export const lost = (details: AttemptDetails = {}): AttemptFailure => failure({ kind: "Lost" }, details)

/** No answer within the time of an attempt. */
export const timedOut = (details: AttemptDetails = {}): AttemptFailure => failure({ kind: "TimedOut" }, details)

/** Another answer that is not a success, with its status and the platform's code, if it had one. */
export const refused = (
  { code, status, ...details }: AttemptDetails & { readonly status: number; readonly code?: string | undefined }
): AttemptFailure => failure({ kind: "Refused", status, code }, details)

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const ofAnyRequest = {
  endpoint: Schema.Literals(["users.getMe", "password.signIn", "users.delete"]),
  idempotent: Schema.Boolean
}

/**
 * Any failed attempt, for property tests: `it.effect.prop("…", { failures: Schema.Array(AnyAttemptFailure) }, …)`. What
 * belongs together comes together: 429 and `Retry-After`, 508 and its marker, no status without an answer.
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
    kind: Schema.Literals(["Lost", "TimedOut"]),
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
