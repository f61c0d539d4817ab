/** Checks a recorded exchange against the contract, with the code that the client uses. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { encode } from "../../layers/call/request.ts"
import { read } from "../../layers/call/response.ts"
import type { WireResponse } from "../../layers/call/Transport.ts"
import { claimsOf } from "../../layers/session/accessToken.ts"
import { detailsOf, schemasOf } from "../../schemas/compiled/schemasOf.ts"
import { writeDetails } from "../../schemas/compiled/writeDetails.ts"
import type { Spec } from "../../schemas/Endpoint.ts"
import { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import { anyCall } from "../../schemas/errors/anyCall.ts"
import type { CallReason } from "../../schemas/errors/CallError.ts"
import { issuesOf } from "../../schemas/issuesOf.ts"
import { KnownError, type KnownErrorClass } from "../../schemas/KnownError.ts"
import { received } from "../../schemas/received.ts"
import { find } from "../../schemas/routing.ts"
import type { Match } from "../../schemas/routing.ts"
import { differences, isObject } from "./differences.ts"
import { asksForOverride, type Exchange, header, isJson, levelOf, platformHeader, targetOf } from "./exchange.ts"
import { fillIn, type Placeholder, tokensIn } from "./placeholders.ts"

/** Result of an exchange. */
export type Verdict =
  | { readonly _tag: "Passed"; readonly endpoint: string }
  | { readonly _tag: "Failed"; readonly endpoint: string; readonly reasons: ReadonlyArray<string> }
  /** No endpoint has this method and path. */
  | { readonly _tag: "Outside" }

/** Placeholders by name. A name includes its braces. */
export type Known = { readonly [name: string]: Placeholder }

/**
 * Replays an exchange. `recording`: the other exchanges of its recording. Some of them have the same request with or
 * without a status override.
 */
export const replay = (recorded: Exchange, recording: ReadonlyArray<Exchange>, known: Known): Verdict => {
  const exchange = fillIn(known)(recorded) as Exchange
  const target = targetOf(exchange.request)
  const { method } = exchange.request
  const matches = target === undefined ? [] : find(levelOf(exchange.request), method.toUpperCase(), target.path)
  if (target === undefined || matches.length === 0) return { _tag: "Outside" }
  const query = new URLSearchParams(target.query)
  const { endpoint: { spec }, path } = meant(matches, query, exchange.request)
  const outcome = answer(spec, exchange.response)
  const reasons = [
    ...outcome.problems,
    ...(outcome.accepted ? requestProblems(spec, path, query, exchange.request) : []),
    ...overrideProblems(spec, exchange, outcome),
    ...twinProblems(spec, recorded, recording, known, outcome),
    ...tokensIn(known, recorded).flatMap(claimProblems)
  ]
  return reasons.length === 0
    ? { _tag: "Passed", endpoint: spec.name }
    : { _tag: "Failed", endpoint: spec.name, reasons: [...new Set(reasons)] }
}

// the request

type Request = Exchange["request"]
type Fields = { readonly [name: string]: unknown }

/** Selects an endpoint that accepts the request as its input, among the endpoints with the same method and path. */
const meant = (matches: ReadonlyArray<Match>, query: URLSearchParams, request: Request): Match =>
  matches.find(({ endpoint, path }) =>
    Result.isSuccess(
      received(endpoint.spec, { ...path, ...queryFields(endpoint.spec, query), ...bodyFields(request) })
    )
  ) ?? matches[0]!

/** Returns the fields of a body in JSON or a form. A GET has none. */
const bodyFields = ({ body, headers, method }: Request): Fields | undefined => {
  if (body === undefined || body === null || method === "GET") return {}
  if (
    typeof body === "string" && /^application\/x-www-form-urlencoded\b/i.test(header(headers, "content-type") ?? "")
  ) {
    return Object.fromEntries(new URLSearchParams(body))
  }
  return isObject(body) ? body : undefined
}

/** Returns the fields of a query. On routes without query parameters, the platform ignores the query. */
const queryFields = (spec: Spec, query: URLSearchParams): Fields =>
  spec.queryNames.length === 0 ? {} : Object.fromEntries(query)

/** Checks that an accepted request decodes as the endpoint's input, and that the client would send the same request. */
const requestProblems = (
  spec: Spec,
  path: Match["path"],
  query: URLSearchParams,
  request: Request
): ReadonlyArray<string> => {
  const body = bodyFields(request)
  if (body === undefined) return ["request: the platform accepted a body that is not a JSON object"]
  const taken = received(spec, { ...path, ...queryFields(spec, query), ...body })
  if (Result.isFailure(taken)) {
    return issuesOf(taken.failure).map(({ path, problem }) =>
      `request: ${path}: ${problem}, but the platform accepted it`
    )
  }
  const encoded = encode(spec, taken.success.input)
  if (Result.isFailure(encoded)) return [`request: the client rejects it: ${encoded.failure.message}`]
  const [ourPath, ourQuery = ""] = encoded.success.path.split("?", 2)
  // Compare each part by name. A field in the wrong part is therefore reported twice.
  const among = (names: Iterable<string>): Fields => {
    const { fields } = taken.success
    return Object.fromEntries([...names].flatMap((name) => Object.hasOwn(fields, name) ? [[name, fields[name]]] : []))
  }
  return [
    ...differences(among(Object.keys(path)), pathFields(spec, ourPath!)).map((problem) => `request path: ${problem}`),
    ...differences(among(query.keys()), Object.fromEntries(new URLSearchParams(ourQuery))).map((problem) =>
      `request query: ${problem}`
    ),
    ...differences(among(Object.keys(body)), sentFields(encoded.success)).map((problem) => `request body: ${problem}`)
  ]
}

const pathFields = (spec: Spec, path: string): Fields => {
  const texts = path.split("/")
  return Object.fromEntries(
    spec.path.split("/").flatMap((part, at) =>
      part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(texts[at] ?? "")]] : []
    )
  )
}

const sentFields = (
  { body, contentType }: { readonly body: string | undefined; readonly contentType: string | undefined }
) =>
  bodyFields({
    method: "POST",
    path: "",
    headers: { "content-type": contentType ?? "" },
    body: contentType === "application/json" ? JSON.parse(body!) : body
  })

/** Result of checking a response. */
interface Outcome {
  readonly accepted: boolean
  /** Tag of the error. `undefined` for a success. */
  readonly tag: string | undefined
  /**
   * Parts of the error that a caller sees. They are compared with those of the same request with or without a status
   * override.
   */
  readonly seen: unknown
  readonly problems: ReadonlyArray<string>
}

const answer = (spec: Spec, response: Exchange["response"]): Outcome => {
  if (isRedirect(response.status) && typeof spec.status === "number" && isRedirect(spec.status)) {
    return redirected(spec, response)
  }
  const result = read(spec, anyCall, onTheWire(response), (text) => text, 0)
  if (Result.isFailure(result)) {
    const error = result.failure.error(1)
    return error instanceof KnownError
      ? known(spec, error, response.body, statusOf(response))
      : refusal(error as CallReason, response)
  }
  const encoded = Schema.encodeUnknownResult(schemasOf(spec).output)(result.success)
  const status = typeof spec.status === "number" ? spec.status : spec.status(result.success)
  return {
    accepted: true,
    tag: undefined,
    seen: undefined,
    problems: [
      ...(Result.isFailure(encoded)
        ? issuesOf(encoded.failure).map(({ path, problem }) => `response, encoded again: ${path}: ${problem}`)
        : differences(response.body ?? null, encoded.success ?? null).map((problem) => `response: ${problem}`)),
      ...(response.status === status ? [] : [`response: status ${response.status}, the contract has ${status}`])
    ]
  }
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** Decodes a redirect, which contains a known error in its query. docs/protocol.md §7. */
const redirected = (spec: Spec, response: Exchange["response"]): Outcome => {
  const location = header(response.headers, "location")
  const query = new URL(location ?? "", "https://api.example.com").searchParams
  const code = query.get("errorCode")
  if (code === null) return { accepted: true, tag: undefined, seen: null, problems: [] }
  const details = query.get("details") ?? "{}"
  const body = {
    code,
    error: query.get("message") ?? "",
    ...(details === "{}" ? {} : { details: JSON.parse(details) })
  }
  const status = [...spec.errors, ...anyCall].find((known) => known.spec.code === code)?.spec.status ?? 400
  const headers = { "content-type": "application/json", "x-stack-known-error": code }
  return { ...answer({ ...spec, status: 200 }, { status, headers, body }), accepted: true }
}

const onTheWire = ({ body, headers, status }: Exchange["response"]): WireResponse => ({
  status,
  headers: { get: (name) => header(headers, name.toLowerCase()) ?? null },
  body: new TextEncoder().encode(
    body === undefined || body === null ? "" : typeof body === "string" && !isJson(headers) ? body : textOf(body)
  )
})

/**
 * Returns the JSON text of a body. A recorded string that looks like JSON is a body that could not be parsed, and is
 * returned unchanged.
 */
const textOf = (body: unknown): string =>
  typeof body === "string" && /^\s*[{[]/.test(body) ? body : JSON.stringify(body)

const statusOf = (response: Exchange["response"]): number =>
  Number(platformHeader(response.headers, "actual-status") ?? response.status)

const known = (spec: Spec, error: KnownError, body: unknown, status: number): Outcome => {
  const errorBody = isObject(body) ? body : {}
  const listed: ReadonlyArray<KnownErrorClass> = [...spec.errors, ...anyCall]
  const own = listed.find((known) => known.spec.code === error.code)
  const details = own === undefined ? undefined : writeDetails(error, detailsOf(own))
  // the contract derives this error from a schema error, which has different details
  const isReadOut = errorBody["code"] === "SCHEMA_ERROR" && own?.spec.fromSchemaError !== undefined
  return {
    accepted: false,
    tag: error._tag,
    seen: { code: error.code, status: error.status, details, text: error.platformText },
    problems: [
      ...(error.code === errorBody["code"] || isReadOut
        ? []
        : [`response: ${String(errorBody["code"])} became ${error.code}`]),
      ...(own !== undefined && error instanceof own ? [] : [`response: ${error.code} is not an error of ${spec.name}`]),
      ...(own === undefined || own.spec.status === status
        ? []
        : [`response: ${error.code} has the status ${status}, the contract has ${own.spec.status}`]),
      ...(isReadOut ? [] : differences(errorBody["details"] ?? {}, details ?? {})).map((problem) =>
        `response: details of ${error.code}: ${problem}`
      ),
      ...differences(errorBody["error"], error.platformText).map((problem) =>
        `response: message of ${error.code}: ${problem}`
      )
    ]
  }
}

const refusal = (reason: CallReason, response: Exchange["response"]): Outcome => {
  const { _tag: tag } = reason
  const failed = (seen: unknown, ...problems: ReadonlyArray<string>) => ({ accepted: false, tag, seen, problems })
  switch (tag) {
    case "HttpFailure": {
      const { status, text } = reason
      const recorded = typeof response.body === "string"
        ? response.body
        : response.body == null
        ? ""
        : textOf(response.body)
      return failed(
        { status, text },
        ...(status === statusOf(response) ? [] : [`response: status ${statusOf(response)} became ${status}`]),
        ...differences(recorded.slice(0, 1000), text).map((problem) => `response: text: ${problem}`)
      )
    }
    case "RateLimited":
    case "LoopDetected":
      return failed(null)
    case "UnexpectedKnownError":
      return failed(
        reason.code,
        `response: ${reason.code} (${reason.status}) is neither an error of the endpoint nor of any call`
      )
    default:
      return failed(reason.message, `response: ${tag}: ${"problem" in reason ? reason.problem : reason.message}`)
  }
}

// twins: the same request with and without a status override

/** Checks that an error is the same with its real status, and with the status overridden by either header. */
const overrideProblems = (spec: Spec, { response }: Exchange, outcome: Outcome): ReadonlyArray<string> => {
  if (outcome.accepted) return []
  const status = statusOf(response)
  const headers = Object.fromEntries(
    Object.entries(response.headers ?? {}).filter(([name]) => !/^x-(?:stack|hexclave)-actual-status$/i.test(name))
  )
  const renamed = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase().replace(/^x-stack-/, "x-hexclave-"), value])
  )
  return [
    { what: "with its real status", status, headers },
    {
      what: "with x-stack-actual-status",
      status: 200,
      headers: { ...headers, "x-stack-actual-status": String(status) }
    },
    {
      what: "with x-hexclave- headers",
      status: 200,
      headers: { ...renamed, "x-hexclave-actual-status": String(status) }
    }
  ].flatMap(({ headers, status, what }) => {
    const twin = answer(spec, { ...response, status, headers })
    return twin.tag === outcome.tag
      ? differences(outcome.seen, twin.seen).map((problem) => `${what}: ${problem}`)
      : [`${what}: ${outcome.tag ?? "success"} becomes ${twin.tag ?? "success"}`]
  })
}

const overridden = " (status override)"

/**
 * Compares a response with the recorded response to the same request without a status override. Values that are
 * different in every run may differ.
 */
const twinProblems = (
  spec: Spec,
  recorded: Exchange,
  recording: ReadonlyArray<Exchange>,
  known: Known,
  outcome: Outcome
): ReadonlyArray<string> => {
  if (!asksForOverride(recorded) || !recorded.name.endsWith(overridden)) return []
  const name = recorded.name.slice(0, -overridden.length)
  const twin = recording.find((other) => other.name === name && !asksForOverride(other))
  if (twin === undefined) return []
  const plain = answer(spec, fillIn(known)(twin.response) as Exchange["response"])
  return plain.tag === outcome.tag
    ? differences(shapeOf(plain.seen), shapeOf(outcome.seen)).map((problem) => `unlike "${name}": ${problem}`)
    : [`unlike "${name}": ${plain.tag ?? "success"} became ${outcome.tag ?? "success"}`]
}

/** Reduces a value to codes, statuses and types, because ids, times and secrets are different in every run. */
const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shapeOf)
    : isObject(value)
    ? Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === "code" || key === "status" ? inner : shapeOf(inner)])
    )
    : value === null
    ? null
    : typeof value

// tokens

/** Checks that the contract decodes every claim of an access token. */
const claimProblems = ({ jwt, kind }: Placeholder): ReadonlyArray<string> => {
  const payload = jwt!.payload
  const claims = claimsOf(Redacted.make(`e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2ln`))
  if (Option.isNone(claims)) return [`${kind}: the contract cannot decode its claims`]
  const again = Schema.encodeUnknownSync(AccessTokenClaims)(claims.value) as Fields
  return Object.keys(payload).flatMap((name) => {
    const found = differences(payload[name], again[name], name)
    return found.map((problem) => `${kind}: ${problem}`)
  })
}
