/** Decodes a response for its endpoint. docs/protocol.md §3, §7. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Revision, Spec } from "../../schemas/Endpoint.ts"
import {
  type CallReason,
  DecodeError,
  HttpFailure,
  issuesInWords,
  LoopDetected,
  RateLimited,
  UnexpectedKnownError
} from "../../schemas/errors/CallError.ts"
import { type KnownError, type KnownErrorClass, readDetails, type RequestContext } from "../../schemas/KnownError.ts"
import { decodeUtf8 } from "./receive.ts"
import { retryAfterMillis } from "./retryAfter.ts"
import type { AttemptFailure } from "./RetryPolicy.ts"
import type { Scrub } from "./scrub.ts"
import type { WireResponse } from "./Transport.ts"

/** A failed attempt: the policy's input, and the error of the call if there is no further attempt. */
export interface FailedResponse extends Omit<AttemptFailure, "idempotent" | "endpoint"> {
  readonly error: (attempts: number) => KnownError | CallReason
}

/** Whether the platform refuses further requests for now. */
export const rateLimited = (status: number, wait: number | undefined): FailedResponse => ({
  kind: "RateLimited",
  status,
  code: undefined,
  retryAfterMillis: wait,
  error: (attempts) => new RateLimited({ attempts, retryAfterMillis: wait })
})

/**
 * Decodes a response to the endpoint's output or its error. `general` contains the errors that every endpoint can
 * return. `now` is the reference for `Retry-After` if the response has no date; `request` is for errors that mention
 * the request.
 */
export const read = (
  spec: Spec,
  general: ReadonlyArray<KnownErrorClass>,
  response: WireResponse,
  scrub: Scrub,
  now: number,
  request?: RequestContext
): Result.Result<unknown, FailedResponse> => {
  const status = realStatus(response)
  const wellFormed = strictly(response.body)
  const text = wellFormed ?? leniently(response.body)
  const named = knownErrorOf(response)
  const json = parse(text)
  if (named !== undefined || (status >= 400 && Result.isSuccess(json) && isKnownErrorBody(json.success))) {
    return readKnownError(spec, general, status, named, json, text, scrub, request)
  }
  if (status === 429) {
    const stated = response.headers.get("retry-after")
    const wait = retryAfterMillis(stated && scrub(stated), now, response.headers.get("date"))
    return Result.fail(rateLimited(status, wait))
  }
  if (status === 508 && text.includes("INFINITE_LOOP_DETECTED")) {
    return Result.fail({ ...refused(status), kind: "Loop", error: (attempts) => new LoopDetected({ attempts }) })
  }
  if (status < 200 || status > 299) {
    const requestId = valuesOf(response, "request-id")[0]
    return Result.fail({
      ...refused(status),
      error: () =>
        new HttpFailure({
          status,
          text: scrub(text).slice(0, 1000),
          requestId: requestId && scrub(requestId),
          since: spec.since !== first && isNoSuchRoute(status, text) ? spec.since : undefined
        })
    })
  }
  if (wellFormed === undefined) return malformed(status, "it is not valid UTF-8", "")
  const success = readSuccess(spec, response, status, json, text, scrub)
  // A body that has the form of a known error counts as one: a proxy may have removed the error's header.
  return Result.isFailure(success) && Result.isSuccess(json) && isKnownErrorBody(json.success)
    ? readKnownError(spec, general, status, undefined, json, text, scrub, request)
    : success
}

const first: Revision = "2025-08"

/** Whether a platform or a proxy responded that the path is unknown, as opposed to an error from the endpoint. */
const isNoSuchRoute = (status: number, text: string): boolean =>
  status === 405 || (status === 404 && /^\s*(?:$|404|<)/.test(text))

const refused = (status: number, code?: string): Omit<FailedResponse, "error"> => ({
  kind: "Refused",
  status,
  code,
  retryAfterMillis: undefined
})

const malformed = (status: number, problem: string, excerpt: string): Result.Result<never, FailedResponse> =>
  Result.fail({ ...refused(status), error: () => new DecodeError({ status, problem, excerpt }) })

const strictly = (bytes: Uint8Array): string | undefined => {
  try {
    return decodeUtf8(bytes)
  } catch {
    return undefined
  }
}

/** Decodes an error's body leniently, because a proxy between client and platform may use any encoding. */
const leniently = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text))
  } catch {
    return Result.fail(text.trim() === "" ? "it is empty" : "it is not JSON")
  }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null

/** Whether a body is that of a known error. */
export const isKnownErrorBody = (body: unknown): boolean =>
  isObject(body) && typeof body["code"] === "string" && typeof body["error"] === "string"

const readKnownError = (
  spec: Spec,
  general: ReadonlyArray<KnownErrorClass>,
  status: number,
  named: string | undefined,
  json: Result.Result<unknown, string>,
  text: string,
  scrub: Scrub,
  request: RequestContext | undefined
): Result.Result<never, FailedResponse> => {
  const body = Result.isSuccess(json) && isObject(json.success) ? json.success : {}
  const code = body["code"]
  if (typeof code !== "string" || (named !== undefined && named !== code)) {
    return malformed(
      status,
      scrub(`its header names the error ${named} and its body ${typeof code === "string" ? code : "none"}`),
      scrub(text).slice(0, 200)
    )
  }
  const refusal = code === "SCHEMA_ERROR" ? inSchemaError(spec.errors, body["details"]) : undefined
  const known = refusal?.known ?? find(spec.errors, code) ?? find(general, code)
  const sentence = typeof body["error"] === "string" ? body["error"] : ""
  const safeSentence = known !== undefined && isSentenceOf(known, sentence) ? sentence : scrub(sentence)
  if (known === undefined) {
    const shown = scrub(code)
    return Result.fail({
      ...refused(status, shown),
      error: () =>
        new UnexpectedKnownError({
          code: shown,
          status,
          details: Redacted.make(scrubbed(body["details"], scrub)),
          text: safeSentence
        })
    })
  }
  // If a gateway replaced the status of an error, the catalogue's status is used.
  const came = status >= 400 ? status : known.spec.status
  let error: KnownError | undefined
  return Result.fail({
    ...refused(came, known.spec.code),
    error: () =>
      error ??= withoutFrames(() =>
        new known(
          (refusal?.details ?? readDetails(known.spec.details, scrubbed(body["details"], scrub))) as never,
          safeSentence,
          request,
          came
        )
      )
  })
}

/**
 * Creates an error without stack frames. Its frames would be those of the fiber that read the response, and collecting
 * them costs a tenth of the call.
 */
const withoutFrames = <A extends Error>(create: () => A): A => {
  const { stackTraceLimit } = Error as { readonly stackTraceLimit?: number }
  // fails without an error where intrinsics are frozen, such as under SES
  if (stackTraceLimit === undefined || !Reflect.set(Error, "stackTraceLimit", 0)) return create()
  try {
    return create()
  } finally {
    Reflect.set(Error, "stackTraceLimit", stackTraceLimit)
  }
}

/**
 * Returns the endpoint's error that the platform reports as a schema error of a field. The message is parsed and not
 * kept.
 */
export const inSchemaError = (errors: ReadonlyArray<KnownErrorClass>, details: unknown) => {
  const message = isObject(details) ? details["message"] : undefined
  if (typeof message !== "string") return undefined
  for (const known of errors) {
    const read = known.spec.fromSchemaError?.(message)
    if (read !== undefined) return { known, details: read }
  }
  return undefined
}

/** Whether the text is the fixed message of this error. */
const isSentenceOf = ({ spec: { sentence } }: KnownErrorClass, text: string): boolean =>
  typeof sentence === "string" ? sentence === text : sentence?.test(text) === true

/** Maximum depth of an error's details. */
const deepest = 20

/** Scrubs details: the platform quotes rejected values, so a detail can repeat a password. */
const scrubbed = (value: unknown, scrub: Scrub, depth = 0): unknown => {
  if (typeof value === "string") return scrub(value)
  if (typeof value !== "object" || value === null) return value
  if (depth === deepest) return undefined
  const inside = (value: unknown) => scrubbed(value, scrub, depth + 1)
  return Array.isArray(value)
    ? value.map(inside)
    : Object.fromEntries(Object.entries(value).map(([name, value]) => [name, inside(value)]))
}

const find = (classes: ReadonlyArray<KnownErrorClass>, code: string): KnownErrorClass | undefined =>
  classes.find(({ spec }) => spec.code === code)

const dates = new WeakMap<object, string>()

/** Stores the `date` of the response that a value was decoded from. */
const keepDate = (value: unknown, { headers }: WireResponse): void => {
  const date = typeof value === "object" && value !== null ? headers.get("date") : null
  if (date !== null) dates.set(value as object, date)
}

/**
 * Returns the time at which the platform sent a response, by the platform's clock, to compare with times in the
 * response. The time is in milliseconds since 1970, rounded to seconds. Returns `undefined` if the response had no
 * `date`, as in browsers, which hide it.
 */
export const dateOf = (value: object): number | undefined => {
  const millis = Date.parse(dates.get(value) ?? "")
  return Number.isNaN(millis) ? undefined : millis
}

const readSuccess = (
  spec: Spec,
  response: WireResponse,
  status: number,
  json: Result.Result<unknown, string>,
  text: string,
  scrub: Scrub
): Result.Result<unknown, FailedResponse> => {
  const decoded = spec.codec.decode(Result.isSuccess(json) ? json.success : text)
  if (Result.isSuccess(decoded)) {
    keepDate(decoded.success, response)
    return Result.succeed(decoded.success)
  }
  const contentType = (response.headers.get("content-type") ?? "no content type").split(";")[0]!
  // A success may contain new tokens, so the error quotes nothing from it.
  return malformed(
    status,
    scrub(
      Result.isSuccess(json)
        ? issuesInWords(decoded.failure, "the whole")
        : `${json.failure}, but ${contentType}`
    ),
    ""
  )
}

/** Returns the names of a header under both prefixes, the newer one first. */
export const namesOf = (name: string): ReadonlyArray<string> => [`x-hexclave-${name}`, `x-stack-${name}`]

/** Returns all values under both prefixes. Repeated headers arrive joined by commas. */
const valuesOf = ({ headers }: WireResponse, name: string): ReadonlyArray<string> => {
  const found = namesOf(name).map((name) => headers.get(name)).filter((value) => value !== null)
  // most responses have none
  return found.length === 0
    ? found
    : found.join().split(",").map((value) => value.trim()).filter((value) => value !== "")
}

/** Returns the code of the response's known error. */
export const knownErrorOf = (response: WireResponse): string | undefined => valuesOf(response, "known-error")[0]

/** Returns the real status of the response: an error may arrive with status 200. */
export const realStatus = (response: WireResponse): number => {
  const actual = valuesOf(response, "actual-status").find((value) => /^[45]\d\d$/.test(value))
  return actual === undefined ? response.status : Number(actual)
}
