/** Visits every string of an exchange, with the string's place. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { SentExchange } from "../../../layers/observe/exchanges/index.ts"
import { detailsOf, schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import { find } from "../../../schemas/routing.ts"
import type { Spec } from "../../../schemas/Spec.ts"
import { wireStruct } from "../../../schemas/wireNames.ts"
import { bodyOf, levelOf, partsOf, platformName } from "./conversation.ts"
import {
  errorOf,
  faultParts,
  harmlessHeader,
  isContractName,
  isFaultCode,
  isFaultMessage,
  isPathWord,
  isSentence,
  methods,
  readOf
} from "./harmless.ts"
import { camelCase, field, hasField, inside, type Place, root, type Walk } from "./places.ts"
import { type Types, typesOf } from "./secretFields.ts"
import type { Body, Exchange, RecordedFailure, RecordedRequest, RecordedResponse } from "./Tape.ts"

/** An exchange in the form of a tape, with its secrets, and the endpoints that it may belong to. */
export interface Draft {
  readonly exchange: Exchange
  readonly specs: ReadonlyArray<Spec>
}

/** Converts an exchange to the form of a tape. */
export const draftOf = (
  { at, endedAt, failure, request, response }: SentExchange,
  apiUrl: string,
  start: number
): Draft => {
  const parts = partsOf(request, apiUrl)
  const specs = specsOf(parts)
  const endpoint = specOf(specs, parts)?.name
  return {
    specs,
    exchange: {
      at: at - start,
      ...(endpoint === undefined ? {} : { endpoint }),
      took: (endedAt ?? at) - at,
      request: parts,
      ...(response === undefined ? {} : {
        response: {
          status: response.status,
          headers: response.headers,
          ...(response.body.length === 0
            ? {}
            : { body: bodyOf(response.body, response.headers["content-type"] ?? "") })
        }
      }),
      ...(failure === undefined ? {} : { failure })
    }
  }
}

/** Returns the endpoints that a recorded request may belong to. */
export const specsOf = (request: RecordedRequest): ReadonlyArray<Spec> => {
  const { method, path } = request
  return path.startsWith("/") ? find(levelOf(request), method, path).map(({ endpoint }) => endpoint.spec) : []
}

/** Returns the endpoint of a request: the first one whose input decodes. */
const specOf = (specs: ReadonlyArray<Spec>, request: RecordedRequest): Spec | undefined =>
  specs.find((spec) => inputOf(spec, request) !== undefined) ?? specs[0]

/** Decodes the input of a request; `undefined` if the endpoint doesn't accept it. */
export const inputOf = (
  spec: Spec,
  { body, path, query }: RecordedRequest
): { readonly [name: string]: unknown } | undefined => {
  const inPath = segmentsOf(spec, path).flatMap(({ name, text }) => name === undefined ? [] : [[name, text] as const])
  const decoded = Schema.decodeUnknownResult(schemasOf(spec).inputSchema)({
    ...Object.fromEntries(inPath),
    ...query,
    ...(body === undefined ? {} : "form" in body ? body.form : "json" in body ? Object(body.json) : {})
  })
  return Result.isSuccess(decoded) ? decoded.success : undefined
}

/** Splits a path into its segments, each with the name of its field. */
const segmentsOf = (spec: Spec | undefined, path: string) => {
  const template = spec?.path.split("/") ?? []
  return path.split("/").map((text, at) => ({ text, name: /\{(\w+)\}/.exec(template[at] ?? "")?.[1] }))
}

/** Visits the strings of an exchange, and returns the exchange with the walk's replacements. */
export const visited = ({ exchange, specs }: Draft, walk: Walk): Exchange => {
  const { failure, request, response, ...times } = exchange
  const path = exchange.endpoint?.split(".") ?? []
  const typesIn = (of: (spec: Spec) => Schema.Constraint): Types => specs.flatMap((spec) => typesOf(of(spec)))
  return {
    ...times,
    request: inRequest(request, specs[0], root("", path, typesIn((spec) => schemasOf(spec).inputSchema)), walk),
    ...(response === undefined
      ? {}
      : { response: inResponse(response, root("", path, typesIn((spec) => schemasOf(spec).output)), walk) }),
    ...(failure === undefined ? {} : { failure: inFailure(failure, root("", path), walk) })
  }
}

const inRequest = (request: RecordedRequest, spec: Spec | undefined, input: Place, walk: Walk): RecordedRequest => ({
  ...request,
  method: walk.text(request.method, { ...root("method", input.path), allows: (text) => methods.includes(text) }),
  path: request.path.startsWith("/")
    ? segmentsOf(spec, request.path).map(({ name, text }) =>
      walk.text(text, name === undefined ? { ...root("path", input.path), allows: isPathWord } : field(input, name))
    ).join("/")
    : walk.text(request.path, root("url", input.path)),
  ...(request.query === undefined ? {} : { query: inFields(request.query, input, walk) }),
  ...(request.headers === undefined ? {} : { headers: inHeaders(request.headers, input.path, walk) }),
  ...(request.body === undefined ? {} : { body: inBody(request.body, input, walk) })
})

type Texts = { readonly [name: string]: string }

/**
 * Visits the parameters of a query or form. Their names may be any string, so only names of the contract are harmless.
 */
const inFields = (fields: Texts, place: Place, walk: Walk): Texts =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const own = field(place, name)
      return hasField(place, name) || isContractName(name)
        ? [name, walk.text(value, own)]
        : [walk.text(name, { ...own, types: [], name: "key" }), walk.text(value, { ...own, name: "text" })]
    })
  )

const inHeaders = (headers: Texts, path: Place["path"], walk: Walk): Texts =>
  Object.fromEntries(
    Object.entries(headers).map(([header, value]) => {
      const own = platformName(header)
      const allows = harmlessHeader(own ?? header)
      const name = (own ?? header).replaceAll("-", "_")
      const prefix = own === undefined ? "" : header.slice(0, -own.length)
      return [
        allows === undefined ? prefix + walk.name(own ?? header, root("", path)) : header,
        walk.text(value, {
          types: [],
          name,
          path: [...path, camelCase(name)],
          secret: own !== undefined && allows === undefined,
          allows
        })
      ]
    })
  )

const inBody = (body: Body, place: Place, walk: Walk): Body =>
  "json" in body
    ? { json: inside(walk, body.json, place) as Schema.Json }
    : "form" in body
    ? { form: inFields(body.form, place, walk) }
    : "text" in body
    ? { text: walk.text(body.text, root("text", place.path)) }
    : { bytes: walk.text(body.bytes, root("bytes", place.path)) }

const inResponse = (response: RecordedResponse, output: Place, walk: Walk): RecordedResponse => ({
  ...response,
  ...(response.headers === undefined ? {} : { headers: inHeaders(response.headers, output.path, walk) }),
  ...(response.body === undefined
    ? {}
    : { body: inError(response.body, output.path, walk) ?? inBody(response.body, output, walk) })
})

/** Visits the body of one of the contract's errors; `undefined` for any other body. */
const inError = (body: Body, path: Place["path"], walk: Walk): Body | undefined => {
  const json: { readonly [name: string]: unknown } = Object("json" in body ? body.json : undefined)
  const { code, details, error } = json
  const known = typeof code === "string" && typeof error === "string" ? errorOf(code) : undefined
  if (known === undefined) return undefined
  const within = root("", path)
  const allows = (text: string) => text === code || isSentence(known, text)
  const shown = (text: string, name: string): string => readOf(text) ?? walk.text(text, { ...root(name, path), allows })
  return {
    json: Object.fromEntries(
      Object.entries(json).map(([name, value]) => [
        walk.name(name, within),
        name === "code" || name === "error"
          ? shown(value as string, name)
          : name === "details"
          ? inDetails(details, root("details", path, typesOf(wireStruct(detailsOf(known.spec)))), walk)
          : inside(walk, value, field(within, name))
      ])
    ) as Schema.Json
  }
}

/** Visits the details of an error. A client reads the message of a schema error. */
const inDetails = (details: unknown, place: Place, walk: Walk): unknown => {
  const message: unknown = Object(details).message
  const read = typeof message === "string" ? readOf(message) : undefined
  return read === undefined ? inside(walk, details, place) : { ...Object(inside(walk, details, place)), message: read }
}

const inFailure = (failure: RecordedFailure, within: Place, walk: Walk): RecordedFailure => {
  if ("lost" in failure) {
    const { code, message, name } = faultParts(failure.lost)
    return {
      ...failure,
      lost: name + walk.text(message, { ...root("lost", within.path), allows: isFaultMessage })
        + (code === undefined ? "" : ` (${code})`),
      ...(failure.code === undefined
        ? {}
        : { code: walk.text(failure.code, { ...root("code", within.path), allows: isFaultCode }) })
    }
  }
  return "origin" in failure && failure.origin !== undefined
    ? { ...failure, origin: walk.text(failure.origin, root("origin", within.path)) }
    : failure
}
