/**
 * Parses the input of an endpoint from a request's path, query and body. As on the platform, scalars may be sent as
 * strings. Unknown keys and invalid values are schema errors. docs/platform.md §1.1.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { endpoints } from "../../../schemas/catalogue.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { Spec } from "../../../schemas/Endpoint.ts"
import { PasswordTooLong } from "../../../schemas/errors/authConfiguration.ts"
import { SchemaError } from "../../../schemas/errors/general.ts"
import { issuesOf } from "../../../schemas/issuesOf.ts"
import { wireName } from "../../../schemas/wireNames.ts"
import { maxLength } from "../model/index.ts"
import type { Platform, Refusal, RevisionRules } from "../state/index.ts"
import { applyRules, ruledNames } from "./platformReading.ts"

/** Parts of a request. */
export interface Parts {
  readonly path: { readonly [name: string]: string }
  readonly query: URLSearchParams
  readonly body: unknown
  /** Whether the body was sent as bytes in a custom format. */
  readonly isBinary?: boolean
  /** Whether the path begins with `/api/latest`, which lacks the old names of fields. */
  readonly isLatest?: boolean
}

interface Problem {
  readonly path: string
  readonly problem: string
}

/** Maximum number of problems listed in an error. A request may have millions. */
export const maxProblems = 20

/** Maximum length of a displayed path. Longer ones are truncated. */
const maxPathLength = 200

/**
 * Maximum number of values in a body for which all problems are reported. Larger bodies are checked up to the first
 * problem.
 */
const maxChecked = 10_000

/** Creates a schema error that lists the problems of a request. */
export const schemaError = (
  spec: Spec,
  problems: ReadonlyArray<Problem>,
  others: ReadonlyArray<string> = []
): SchemaError => {
  const named = problems.slice(0, maxProblems).map(({ path, problem }) => `${shortened(path)}: ${problem}`)
  const lines = [...named, ...others].map((line) => `  - ${line}`)
  return new SchemaError({ message: `${spec.method} ${spec.path} rejects this request:\n${lines.join("\n")}` })
}

const shortened = (path: string): string => path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path

/**
 * Old names of fields that the platform accepts below `/api/v1` only, with products instead of offers.
 * docs/platform.md §21.4.
 */
const onlyInV1: { readonly [name: string]: ReadonlyArray<string> } = {
  "purchases.createUrl": ["offer_id", "offer_inline"],
  "purchases.createAnyUrl": ["offer_id", "offer_inline"]
}

const unknownFields = (rules: RevisionRules, { name }: Spec, isLatest: boolean): ReadonlyArray<string> => [
  ...rules.withoutFields[name] ?? [],
  ...(isLatest && rules.payments === "products" ? onlyInV1[name] ?? [] : [])
]

/** Parses the input of an endpoint. Only a well-formed request gets a plain refusal. */
export const read = (
  { rules }: Platform,
  spec: Spec,
  { body, isBinary, isLatest = false, path, query }: Parts
): Result.Result<any, SchemaError | Refusal> => {
  const names = bodyNamesOf(spec)
  const ruled = ruledNames(spec)
  const raw: Record<string, unknown> = { ...path }
  const problems: Array<Problem> = []
  let count = 0
  const add = (path: string, problem: string) => {
    if (count++ < maxProblems) problems.push({ path, problem })
  }
  const unknown = unknownFields(rules, spec, isLatest)
  const ignoresUnknownQuery = rules.ignoresUnknownQuery.some((name) => name === spec.name)
  for (const [name, value] of query) {
    if (spec.queryNames.includes(name) && !unknown.includes(name)) raw[name] = value
    else if (refusesQuery(spec) && !ignoresUnknownQuery) {
      for (const { path, problem } of problemsOfQuery(rules, spec, name, value)) add(path, problem)
    }
  }
  if (isBinary === true && opaque.has(spec.name)) return Result.succeed({})
  const isMissing = spec.body === "none" || ignoresBody(spec, names) || !isObject(body)
  const isRefused = isMissing && (names.length > 0 || requiresBody(spec))
    && !(body === undefined && bodyless.has(spec.name))
  if (isRefused) add("body", body === undefined ? "missing" : "expected an object")
  if (!isMissing) {
    for (const name of Object.keys(body)) {
      if ((names.includes(name) || ruled.includes(name)) && !unknown.includes(name)) {
        raw[name] = (body as { readonly [name: string]: unknown })[name]
      } else if (spec.unknownFields === "refused") add(`body.${name}`, "unknown")
    }
  }
  for (const field of unknown) {
    if (field.includes(".") && hasField(body, field.split("."))) {
      add(`body.${field}`, "unknown")
    }
  }
  for (const name of names) {
    if (isTooLong(spec, name, raw[name])) add(`body.${name}`, `at most ${maxLength} characters`)
  }
  const refused = applyRules(spec, raw, (path, problem) => add(`${placeOf(spec, path)}.${path}`, problem))
  const errors = isLarge(raw) ? "first" : "all"
  const decoded = decoderOf(spec, errors)(raw)
  if (Result.isSuccess(decoded) && count === 0 && refused.refusal === undefined) return Result.succeed(decoded.success)
  if (Result.isFailure(decoded) && !isRefused) {
    for (const { path, problem } of issuesOf(decoded.failure)) {
      if (!refused.names.has(/^[^.[]*/.exec(path)![0])) add(`${placeOf(spec, path)}.${path}`, problem)
    }
  }
  if (count === 0 && refused.refusal !== undefined) return Result.fail(refused.refusal)
  return Result.fail(
    schemaError(spec, problems, [
      ...(count > problems.length ? [`and ${count - problems.length} more`] : []),
      ...(errors === "first" ? ["the body is large, so there may be more problems"] : [])
    ])
  )
}

/** Whether a field exists at a path. In a list, any item may have the field. */
const hasField = (value: unknown, [name, ...rest]: ReadonlyArray<string>): boolean =>
  Array.isArray(value)
    ? value.some((item) => hasField(item, [name!, ...rest]))
    : isObject(value) && Object.hasOwn(value, name!)
      && (rest.length === 0 || hasField((value as { readonly [key: string]: unknown })[name!], rest))

/** Whether the body is ignored, as for DELETE on a resource. docs/platform.md §1.1. */
const ignoresBody = ({ method }: Spec, names: ReadonlyArray<string>): boolean =>
  method === "DELETE" && names.length === 0

/** Whether a value contains more than {@link maxChecked} values. */
const isLarge = (value: unknown): boolean => {
  const waiting = [value]
  let count = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== "object" || next === null) continue
    if (Array.isArray(next) && next.length > maxChecked) return true
    for (const key in next) {
      if (count++ === maxChecked) return true
      waiting.push((next as { readonly [key: string]: unknown })[key])
    }
  }
  return false
}

/** Endpoints with an optional body. */
const bodyless: ReadonlySet<string> = new Set(["cli.create"])

/** Endpoints that accept a body without parsing it, because the newest clients compress it. */
const opaque: ReadonlySet<string> = new Set(["analytics.sendEvents"])

/**
 * Whether a password exceeds the maximum. The platform's schema rejects it before the password check runs.
 * docs/platform.md §3.
 */
const isTooLong = ({ errors }: Spec, name: string, value: unknown): boolean =>
  typeof value === "string" && value.length > maxLength && /(?:^|_)password$/.test(name) &&
  errors.includes(PasswordTooLong)

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Whether query parameters are rejected. POST routes without any declared parameter ignore them; resource routes reject
 * them. docs/platform.md §1.1.
 */
const refusesQuery = (spec: Spec): boolean =>
  spec.method !== "POST" || spec.queryNames.length > 0 || spec.status === 201

/**
 * Returns the problems of an undeclared query parameter. Parameters of a list endpoint are accepted on its items too,
 * if their format is valid. docs/platform.md §1.1.
 */
const problemsOfQuery = (rules: RevisionRules, spec: Spec, name: string, value: string): ReadonlyArray<Problem> => {
  const path = `query.${name}`
  const list = endpoints.find(({ spec: other }) =>
    other.queryNames.includes(name) && rules.withoutFields[other.name]?.includes(name) !== true &&
    spec.path.startsWith(other.path) && item.test(spec.path.slice(other.path.length))
  )?.spec
  if (list === undefined) return [{ path, problem: "unknown" }]
  const [, field] = Object.entries(schemasOf(list).input).find(([key, schema]) => wireName(key, schema) === name)!
  const decoded = Schema.decodeUnknownResult(field as Schema.Codec<unknown>)(value)
  return Result.isSuccess(decoded) ? [] : issuesOf(decoded.failure).map(({ problem }) => ({ path, problem }))
}

/** Matches the rest of an item's path after the path of its list. */
const item = /^(?:\/(?:\{\w+\}|me))+$/

/**
 * Whether the request must have an object as its body, which may be empty. Resource routes that create something
 * require that.
 */
const requiresBody = (spec: Spec): boolean => spec.method === "POST" && spec.body !== "none" && spec.status === 201

const placeOf = (spec: Spec, path: string): string => {
  const name = path.split(".")[0]!
  return spec.pathNames.includes(name) ? "params" : spec.queryNames.includes(name) ? "query" : "body"
}

const bodyNames = new WeakMap<Spec, ReadonlyArray<string>>()

/** Returns the wire names of the body's fields. */
const bodyNamesOf = (spec: Spec): ReadonlyArray<string> => {
  let names = bodyNames.get(spec)
  if (names === undefined) {
    names = Object.entries(schemasOf(spec).input).map(([key, schema]) => wireName(key, schema))
      .filter((name) => !spec.pathNames.includes(name) && !spec.queryNames.includes(name))
    bodyNames.set(spec, names)
  }
  return names
}

type Decoder = (raw: Record<string, unknown>) => Result.Result<unknown, Schema.SchemaError>

const decoders = { first: new WeakMap<Spec, Decoder>(), all: new WeakMap<Spec, Decoder>() }

const decoderOf = (spec: Spec, errors: "first" | "all"): Decoder => {
  let decoder = decoders[errors].get(spec)
  if (decoder === undefined) {
    const ast = SchemaAST.toEncoded(schemasOf(spec).inputSchema.ast)
    const decode = Schema.decodeUnknownResult(schemasOf(spec).inputSchema, {
      errors,
      onExcessProperty: spec.unknownFields === "refused" ? "error" : "ignore"
    })
    decoders[errors].set(spec, decoder = (raw) => decode(coerced(ast, raw)))
  }
  return decoder
}

/** Converts scalars that were sent with a different type to the type in the schema. */
const coerced = (ast: SchemaAST.AST, value: unknown): unknown => {
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value
    case "Number":
      return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value
    case "Boolean":
      return value === "true" ? true : value === "false" ? false : value
    case "Literal":
      return typeof value !== "object" && String(value) === String(ast.literal) ? ast.literal : value
    case "Union":
      return ast.types.some((member) => fits(member, value))
        ? ast.types.reduce((inner, member) => typeof inner === "object" ? coerced(member, inner) : inner, value)
        : ast.types.map((member) => coerced(member, value)).find((other) => other !== value) ?? value
    case "Objects": {
      if (!isObject(value)) return value
      let fields = value as { readonly [name: string]: unknown }
      for (const { name, type } of ast.propertySignatures) {
        const key = String(name)
        if (!Object.hasOwn(fields, key)) continue
        const field = coerced(type, fields[key])
        // copied only if a field changed, because the object may be large
        if (field !== fields[key]) fields = { ...fields, [key]: field }
      }
      return fields
    }
    case "Arrays": {
      const rest = ast.rest[0]
      return Array.isArray(value) && rest !== undefined ? value.map((item) => coerced(rest, item)) : value
    }
    default:
      return value
  }
}

/** Whether a value already has the expected type and needs no conversion. */
const fits = (ast: SchemaAST.AST, value: unknown): boolean => {
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
      return typeof value === "string"
    case "Number":
      return typeof value === "number"
    case "Boolean":
      return typeof value === "boolean"
    case "Literal":
      return value === ast.literal
    case "Null":
      return value === null
    case "Undefined":
      return value === undefined
    case "Objects":
      return isObject(value)
    case "Arrays":
      return Array.isArray(value)
    case "Union":
      return ast.types.some((member) => fits(member, value))
    default:
      return true
  }
}
