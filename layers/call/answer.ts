/** What an answer of the platform means for the endpoint that was asked. docs/protocol.md §3, §7. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Revision, Spec } from "../../schemas/Endpoint.ts"
import {
  type CallReason,
  DecodeError,
  HttpFailure,
  LoopDetected,
  RateLimited,
  UnexpectedKnownError
} from "../../schemas/errors/CallError.ts"
import { issuesOf } from "../../schemas/issuesOf.ts"
import { type KnownError, type KnownErrorClass, readDetails, type RequestContext } from "../../schemas/KnownError.ts"
import { knownErrorOf, realStatus } from "./platformHeaders.ts"
import { decodeUtf8 } from "./receive.ts"
import { retryAfterMillis } from "./retryAfter.ts"
import type { AttemptFailure } from "./RetryPolicy.ts"
import type { Scrub } from "./scrub.ts"
import type { WireResponse } from "./Transport.ts"

/** A failed attempt: what a policy decides by, and the error to end with when no further attempt follows. */
export interface FailedAnswer extends Omit<AttemptFailure, "idempotent" | "endpoint"> {
  readonly error: (attempts: number) => KnownError | CallReason
}

/** The platform refuses further requests for now. */
export const rateLimited = (status: number, wait: number | undefined): FailedAnswer => ({
  kind: "RateLimited",
  status,
  code: undefined,
  retryAfterMillis: wait,
  error: (attempts) => new RateLimited({ attempts, retryAfterMillis: wait })
})

/**
 * Decodes an answer to the endpoint's output, or tells what it failed with. `general`: what the endpoint may fail with
 * besides its own errors. `now` dates a
 * `Retry-After` where the answer has no date of its own; `request` is for errors that speak of it.
 */
export const read = (
  spec: Spec,
  general: ReadonlyArray<KnownErrorClass>,
  response: WireResponse,
  scrub: Scrub,
  now: number,
  request?: RequestContext
): Result.Result<unknown, FailedAnswer> => {
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
    const requestId = response.headers.get("x-stack-request-id")
    return Result.fail({
      ...refused(status),
      error: () =>
        new HttpFailure({
          status,
          text: scrub(text).slice(0, 1000),
          requestId: requestId === null ? undefined : scrub(requestId),
          since: spec.since !== first && isNoSuchRoute(status, text) ? spec.since : undefined
        })
    })
  }
  if (wellFormed === undefined) return malformed(status, "it is not valid UTF-8", "")
  const success = readSuccess(spec, response, status, json, text, scrub)
  // an error whose headers got lost on the way: an answer that fits the endpoint may look like one, too
  return Result.isFailure(success) && Result.isSuccess(json) && isKnownErrorBody(json.success)
    ? readKnownError(spec, general, status, undefined, json, text, scrub, request)
    : success
}

const first: Revision = "2025-08"

/** How platforms, and what stands before them, answer where there is nothing, as opposed to an endpoint of theirs. */
const isNoSuchRoute = (status: number, text: string): boolean =>
  status === 405 || (status === 404 && /^\s*(?:$|404|<)/.test(text))

const refused = (status: number, code?: string): Omit<FailedAnswer, "error"> => ({
  kind: "Refused",
  status,
  code,
  retryAfterMillis: undefined
})

const malformed = (status: number, problem: string, excerpt: string): Result.Result<never, FailedAnswer> =>
  Result.fail({ ...refused(status), error: () => new DecodeError({ status, problem, excerpt }) })

const strictly = (bytes: Uint8Array): string | undefined => {
  try {
    return decodeUtf8(bytes)
  } catch {
    return undefined
  }
}

/** For refusals: what stands between client and platform may write in any encoding. */
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

const isKnownErrorBody = (body: unknown): boolean =>
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
): Result.Result<never, FailedAnswer> => {
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
  // a gateway that loses the real status leaves that of the catalogue
  const came = status >= 400 ? status : known.spec.status
  let error: KnownError | undefined
  return Result.fail({
    ...refused(came, known.spec.code),
    error: () =>
      error ??= new known(
        (refusal?.details ?? readDetails(known.spec.details, scrubbed(body["details"], scrub))) as never,
        safeSentence,
        request,
        came
      )
  })
}

/** The error of an endpoint that a platform tells by refusing a field. Its message is read as it came, and not kept. */
const inSchemaError = (errors: ReadonlyArray<KnownErrorClass>, details: unknown) => {
  const message = isObject(details) ? details["message"] : undefined
  if (typeof message !== "string") return undefined
  for (const known of errors) {
    const read = known.spec.fromSchemaError?.(message)
    if (read !== undefined) return { known, details: read }
  }
  return undefined
}

/** Whether the platform always says so with this error, whatever it was asked. */
const isSentenceOf = ({ spec: { sentence } }: KnownErrorClass, text: string): boolean =>
  typeof sentence === "string" ? sentence === text : sentence?.test(text) === true

/** No error has details deeper than this. */
const deepest = 20

/** The platform quotes what it refuses, so a detail can repeat a password. */
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

/** Keeps the `date` of the response that an answer was decoded from. */
const keepDate = (answer: unknown, { headers }: WireResponse): void => {
  const date = typeof answer === "object" && answer !== null ? headers.get("date") : null
  if (date !== null) dates.set(answer as object, date)
}

/**
 * When the platform gave an answer, on its own clock: what times in the answer are read against. Milliseconds since 1970,
 * to the second. `undefined` where the response had no `date`, as in browsers, which hide it.
 */
export const dateOf = (answer: object): number | undefined => {
  const millis = Date.parse(dates.get(answer) ?? "")
  return Number.isNaN(millis) ? undefined : millis
}

const decoders = new WeakMap<Spec, (input: unknown) => Result.Result<unknown, Schema.SchemaError>>()

const decoderOf = (spec: Spec) => {
  let decoder = decoders.get(spec)
  if (decoder === undefined) decoders.set(spec, decoder = Schema.decodeUnknownResult(spec.output))
  return decoder
}

const readSuccess = (
  spec: Spec,
  response: WireResponse,
  status: number,
  json: Result.Result<unknown, string>,
  text: string,
  scrub: Scrub
): Result.Result<unknown, FailedAnswer> => {
  const decoded = decoderOf(spec)(Result.isSuccess(json) ? json.success : text)
  if (Result.isSuccess(decoded)) {
    keepDate(decoded.success, response)
    return Result.succeed(decoded.success)
  }
  const contentType = (response.headers.get("content-type") ?? "no content type").split(";")[0]!
  // A success may carry new tokens, so nothing of it is quoted.
  return malformed(
    status,
    scrub(
      Result.isSuccess(json)
        ? issuesOf(decoded.failure).map(inWords).join("; ")
        : `${json.failure}, but ${contentType}`
    ),
    ""
  )
}

const inWords = ({ path, problem }: { readonly path: string; readonly problem: string }): string =>
  `${path === "" ? "the whole" : path}: ${problem}`
