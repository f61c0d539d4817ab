/** What an answer of the platform means for the endpoint that was asked. Wire protocol §3 and §7. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import type { Spec } from "../schemas/Endpoint.ts"
import { anyCall } from "../schemas/errors/anyCall.ts"
import {
  type CallReason,
  DecodeError,
  HttpFailure,
  LoopDetected,
  RateLimited,
  UnexpectedKnownError
} from "../schemas/errors/CallError.ts"
import { type KnownError, type KnownErrorClass, readDetails } from "../schemas/KnownError.ts"
import { retryAfterMillis, type Setback } from "./RetryPolicy.ts"
import type { WireResponse } from "./Transport.ts"

/** A failed attempt: what a policy decides by, and the error to end with when no further attempt follows. */
export interface Failed extends Omit<Setback, "idempotent"> {
  readonly error: (attempts: number) => KnownError | CallReason
}

/** Takes the secrets of the request out of a text that the answer sent back. */
export type Scrub = (text: string) => string

/** Decodes an answer to the endpoint's output, or tells what it failed with. `now` dates a `Retry-After`. */
export const read = (
  spec: Spec,
  response: WireResponse,
  scrub: Scrub,
  now: number
): Result.Result<unknown, Failed> => {
  const status = realStatus(response)
  const text = textOf(response.body)
  if (text === undefined) return malformed(status, "it is not valid UTF-8", "")
  const named = header(response, "known-error")
  const json = parse(text)
  if (named !== undefined || (status >= 400 && Result.isSuccess(json) && isKnownErrorBody(json.success))) {
    return readKnownError(spec, status, named, json, text, scrub)
  }
  if (status === 429) {
    const wait = retryAfterMillis(response.headers.get("retry-after"), now)
    return Result.fail({
      kind: "RateLimited",
      status,
      code: undefined,
      retryAfterMillis: wait,
      error: (attempts) => new RateLimited({ attempts, retryAfterMillis: wait })
    })
  }
  if (status === 508 && text.includes("INFINITE_LOOP_DETECTED")) {
    return Result.fail({ ...refused(status), kind: "Loop", error: (attempts) => new LoopDetected({ attempts }) })
  }
  if (status < 200 || status > 299) {
    const requestId = response.headers.get("x-stack-request-id") ?? undefined
    return Result.fail({
      ...refused(status),
      error: () => new HttpFailure({ status, text: scrub(text.slice(0, 1000)), requestId })
    })
  }
  return readSuccess(spec, response, status, json, text)
}

const refused = (status: number, code?: string): Omit<Failed, "error"> => ({
  kind: "Refused",
  status,
  code,
  retryAfterMillis: undefined
})

const malformed = (status: number, problem: string, excerpt: string): Result.Result<never, Failed> =>
  Result.fail({ ...refused(status), error: () => new DecodeError({ status, problem, excerpt }) })

/** The newer prefix first; of repeated headers the first value. Wire protocol §3. */
const header = (response: WireResponse, name: string): string | undefined => {
  const value = response.headers.get(`x-hexclave-${name}`) ?? response.headers.get(`x-stack-${name}`)
  const first = value?.split(",")[0]!.trim()
  return first === "" ? undefined : first
}

const realStatus = (response: WireResponse): number => {
  const actual = header(response, "actual-status")
  return actual !== undefined && /^[45]\d\d$/.test(actual) ? Number(actual) : response.status
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text))
  } catch {
    return Result.fail(text.trim() === "" ? "it is empty" : "it is not JSON")
  }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isKnownErrorBody = (body: unknown): boolean =>
  isObject(body) && typeof body["code"] === "string" && typeof body["error"] === "string"

const readKnownError = (
  spec: Spec,
  status: number,
  named: string | undefined,
  json: Result.Result<unknown, string>,
  text: string,
  scrub: Scrub
): Result.Result<never, Failed> => {
  const body = Result.isSuccess(json) && isObject(json.success) ? json.success : undefined
  const code = body?.["code"]
  if (body === undefined || typeof code !== "string" || (named !== undefined && named !== code)) {
    return malformed(
      status,
      `its header names the error ${named} and its body ${typeof code === "string" ? code : "none"}`,
      scrub(text.slice(0, 200))
    )
  }
  const said = typeof body["error"] === "string" ? scrub(body["error"]) : ""
  const known = find(spec.errors, code) ?? find(anyCall, code)
  return Result.fail({
    ...refused(known?.spec.status ?? status, code),
    error: () =>
      known === undefined
        ? new UnexpectedKnownError({ code, status, details: Redacted.make(body["details"]), text: said })
        : new (known as unknown as new(details: object, text: string) => KnownError)(
          readDetails(known.spec.details, scrubbed(body["details"], scrub)),
          said
        )
  })
}

/** The platform quotes what it refuses, so a detail can repeat a password. */
const scrubbed = (details: unknown, scrub: Scrub): unknown =>
  isObject(details)
    ? Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, typeof value === "string" ? scrub(value) : value])
    )
    : details

const find = (classes: ReadonlyArray<KnownErrorClass>, code: string): KnownErrorClass | undefined =>
  classes.find(({ spec }) => spec.code === code)

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
  text: string
): Result.Result<unknown, Failed> => {
  const decoded = decoderOf(spec)(Result.isSuccess(json) ? json.success : text)
  if (Result.isSuccess(decoded)) return Result.succeed(decoded.success)
  const contentType = (response.headers.get("content-type") ?? "no content type").split(";")[0]!
  // A success may carry new tokens, so nothing of it is quoted.
  return malformed(
    status,
    Result.isSuccess(json) ? issuesOf(decoded.failure).map(inWords).join("; ") : `${json.failure}, but ${contentType}`,
    ""
  )
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Where a value does not fit its schema, and what was expected there. Never the value. */
export const issuesOf = (
  error: Schema.SchemaError
): ReadonlyArray<{ readonly path: string; readonly problem: string }> =>
  format(error.issue).issues.map(({ message, path }) => ({
    path: (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join("."),
    problem: message
  }))

const inWords = ({ path, problem }: { readonly path: string; readonly problem: string }): string =>
  `${path === "" ? "the whole" : path}: ${problem}`
