/** Makes a tape from recorded requests and responses: replaces their secrets and personal data with placeholders. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { SentExchange } from "../../../layers/conversation/index.ts"
import type { AccessLevel } from "../../../schemas/access.ts"
import { endpoints, errors, find } from "../../../schemas/catalogue.ts"
import { schemasOf } from "../../../schemas/schemasOf.ts"
import type { Spec } from "../../../schemas/Spec.ts"
import { apiUrlOf, bodyOf, partsOf, platformName } from "./conversation.ts"
import { fieldOf, isSecretOf, itemOf, secretNames, type Types, typesOf } from "./secretFields.ts"
import { isErrorCode, personalKinds, type Registry, registry } from "./secrets.ts"
import type { Body, Exchange, RecordedRequest, Tape } from "./Tape.ts"

/** Options for replacing texts. */
export interface ConcealOptions {
  /**
   * Whether the tape keeps email addresses, display names, pictures, IP addresses and their locations. Secrets are
   * always replaced.
   *
   * @default false
   */
  readonly keepPersonalData?: boolean | undefined
}

/** Meaning of a text in an exchange. */
interface Place {
  readonly types: Types
  /** Name of the nearest field. */
  readonly name: string
  readonly secret: boolean
}

type Visit = (text: string, place: Place) => string

const anywhere: Place = { types: [], name: "", secret: false }

let known: ReadonlySet<string> | undefined

/** Names of secrets in the contract, for fields that the contract doesn't describe. */
const secretFields = (): ReadonlySet<string> => known ??= secretNames(endpoints, errors)

/** Request headers that aren't secrets. Every other header counts as a secret. */
const plainHeaders = ["access-type", "allow-anonymous-user", "branch-id", "override-error-status", "project-id"]

/** Makes the tape of a conversation. The same conversation always makes the same tape. */
export const conceal = (sent: ReadonlyArray<SentExchange>, { keepPersonalData = false }: ConcealOptions = {}): Tape => {
  const start = sent[0]?.at ?? 0
  const apiUrl = sent.map(({ request }) => apiUrlOf(request.url)).find((url) => url !== undefined) ?? ""
  const drafts = sent.map((each) => draftOf(each, apiUrl, start))
  const visitAll = (visit: Visit) => drafts.map((draft) => visited(draft, visit, keepPersonalData))

  const withBraces: Array<string> = []
  visitAll((text) => {
    if (text.includes("{{")) withBraces.push(text)
    return text
  })
  const texts = registry(
    secretFields(),
    keepPersonalData,
    (name) => withBraces.some((text) => text.includes(name))
  )
  visitAll(taking(texts))
  const exchanges = visitAll((text, place) =>
    place.secret || personalKindOf(place) !== undefined ? texts.replaceWhole(text) : texts.replace(text)
  )
  return { tape: 1, startedAt: new Date(start).toISOString(), apiUrl, standIns: texts.standIns(), exchanges }
}

/** Collects the secrets and personal data of each text. */
const taking = (texts: Registry): Visit => (text, place) => {
  const personal = personalKindOf(place)
  // a request id is random but isn't a secret, because support needs it
  if (platformName(place.name) === "request-id") return text
  if (personal !== undefined) texts.add(text, personal)
  else if (place.secret && !(place.types.length === 0 && isErrorCode(text))) texts.add(text, kindOf(place.name))
  else texts.take(text)
  return text
}

const personalKindOf = ({ name, secret }: Place): string | undefined =>
  secret ? undefined : Object.keys(personalKinds).find((kind) => personalKinds[kind]!.includes(name))

const kindOf = (name: string): string => name.replace(/\W/g, "_").slice(0, 40) || "secret"

/** An exchange in the form of a tape, with its secrets, and the endpoints that it may belong to. */
interface Draft {
  readonly exchange: Exchange
  readonly specs: ReadonlyArray<Spec>
}

const draftOf = ({ at, endedAt, failure, request, response }: SentExchange, apiUrl: string, start: number): Draft => {
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
export const specsOf = ({ headers = {}, method, path }: RecordedRequest): ReadonlyArray<Spec> => {
  const type = Object.entries(headers).find(([name]) => platformName(name) === "access-type")?.[1]
  const level: AccessLevel = type === "server" || type === "admin" ? type : "client"
  return path.startsWith("/") ? find(level, method, path).map(({ endpoint }) => endpoint.spec) : []
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
  return path.split("/").map((text, at) => ({ text, name: /^\{(\w+)\}$/.exec(template[at] ?? "")?.[1] }))
}

const visited = (
  { exchange: { request, response, failure, ...exchange }, specs }: Draft,
  visit: Visit,
  keepPersonalData: boolean
): Exchange => {
  const input = specs.flatMap((spec) => typesOf(schemasOf(spec).inputSchema))
  const output = specs.flatMap((spec) => typesOf(schemasOf(spec).output))
  const inside = insideOf(visit, keepPersonalData)
  const fields = (fields: { readonly [name: string]: string }, place: (name: string) => Place) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [visit(name, anywhere), visit(value, place(name))])
    )
  const body = (body: Body, types: Types): Body =>
    "json" in body
      ? { json: inside(body.json, { types, name: "", secret: false }) as Schema.Json }
      : "form" in body
      ? { form: fields(body.form, (name) => field(types, name)) }
      : "text" in body
      ? { text: visit(body.text, anywhere) }
      : { bytes: visit(body.bytes, anywhere) }
  return {
    ...exchange,
    request: {
      ...request,
      path: segmentsOf(specs[0], request.path)
        .map(({ name, text }) => visit(text, name === undefined ? anywhere : field(input, name))).join("/"),
      ...(request.query === undefined ? {} : { query: fields(request.query, (name) => field(input, name)) }),
      ...(request.headers === undefined ? {} : { headers: fields(request.headers, inHeader) }),
      ...(request.body === undefined ? {} : { body: body(request.body, input) })
    },
    ...(response === undefined ? {} : {
      response: {
        ...response,
        ...(response.headers === undefined
          ? {}
          : { headers: fields(response.headers, (name) => ({ ...anywhere, name })) }),
        ...(response.body === undefined ? {} : { body: body(response.body, isError(response.body) ? [] : output) })
      }
    }),
    ...(failure === undefined ? {} : {
      failure: "lost" in failure
        ? {
          ...failure,
          lost: visit(failure.lost, anywhere),
          ...(failure.code === undefined ? {} : { code: visit(failure.code, anywhere) })
        }
        : "origin" in failure && failure.origin !== undefined
        ? { ...failure, origin: visit(failure.origin, anywhere) }
        : failure
    })
  }
}

/** Whether a body is a known error, whose `code` isn't a secret. */
const isError = (body: Body): boolean => {
  const { code, error } = Object("json" in body ? body.json : undefined)
  return typeof error === "string" && typeof code === "string" && isErrorCode(code)
}

const field = (types: Types, name: string): Place => {
  const inside = fieldOf(types, name)
  return { types: inside, name, secret: isSecretOf(inside) || (inside.length === 0 && secretFields().has(name)) }
}

const inHeader = (header: string): Place => {
  const name = platformName(header)
  return name === undefined || plainHeaders.includes(name)
    ? anywhere
    : { types: [], name: name.replaceAll("-", "_"), secret: true }
}

const coordinates = ["latitude", "longitude"]

/** Visits the texts of a JSON value, and the names of its fields. */
const insideOf = (visit: Visit, keepPersonalData: boolean) => {
  const inside = (value: unknown, place: Place): unknown => {
    if (typeof value === "string") return visit(value, place)
    if (typeof value === "number") return !keepPersonalData && coordinates.includes(place.name) ? 0 : value
    if (typeof value !== "object" || value === null) return value
    const below = (types: Types, own: Place): Place =>
      place.secret ? { ...own, types, name: place.name, secret: true } : own
    if (Array.isArray(value)) {
      const types = itemOf(place.types)
      return value.map((item) =>
        inside(item, below(types, { ...place, types, secret: place.secret || isSecretOf(types) }))
      )
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const own = field(place.types, name)
        return [visit(name, anywhere), inside(item, below(own.types, own))]
      })
    )
  }
  return inside
}
