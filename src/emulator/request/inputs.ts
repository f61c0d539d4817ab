/**
 * The input of an endpoint out of a request's path, query and body. Scalars are taken in other spellings, as the
 * platform takes them; unknown keys and everything that does not fit is a schema error. docs/platform.md §1.1.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { endpoints } from "../../../schemas/catalogue.ts"
import type { Spec } from "../../../schemas/Endpoint.ts"
import { PasswordTooLong } from "../../../schemas/errors/authConfiguration.ts"
import { SchemaError } from "../../../schemas/errors/general.ts"
import { issuesOf } from "../../../schemas/issuesOf.ts"
import { wireName } from "../../../schemas/wireNames.ts"
import { maxLength } from "../model/index.ts"
import type { Platform, RevisionRules } from "../state/index.ts"

/** Where the parts of a request lie. */
export interface Parts {
  readonly path: { readonly [name: string]: string }
  readonly query: URLSearchParams
  readonly body: unknown
  /** The body came as bytes of its own form. */
  readonly isBinary?: boolean
}

interface Problem {
  readonly path: string
  readonly problem: string
}

/** A refusal names so many problems and counts the others: a request may have millions. */
export const mostNamed = 20

/** Of a longer name the beginning is shown. */
const longestPath = 200

/** A body of more values is checked as far as its first problem. */
const mostChecked = 10_000

/** A schema error that lists what is wrong with a request. */
export const schemaError = (
  spec: Spec,
  problems: ReadonlyArray<Problem>,
  others: ReadonlyArray<string> = []
): SchemaError => {
  const named = problems.slice(0, mostNamed).map(({ path, problem }) => `${shortened(path)}: ${problem}`)
  const lines = [...named, ...others].map((line) => `  - ${line}`)
  return new SchemaError({ message: `${spec.method} ${spec.path} does not take this request:\n${lines.join("\n")}` })
}

const shortened = (path: string): string => path.length > longestPath ? `${path.slice(0, longestPath)}…` : path

/** Reads the input of an endpoint. */
export const read = (
  { rules }: Platform,
  spec: Spec,
  { body, isBinary, path, query }: Parts
): Result.Result<any, SchemaError> => {
  const names = bodyNamesOf(spec)
  const raw: Record<string, unknown> = { ...path }
  const problems: Array<Problem> = []
  let count = 0
  const add = (path: string, problem: string) => {
    if (count++ < mostNamed) problems.push({ path, problem })
  }
  const unknown = rules.withoutFields[spec.name] ?? []
  const ignoresUnknownQuery = rules.ignoresUnknownQuery.some((name) => name === spec.name)
  for (const [name, value] of query) {
    if (spec.queryNames.includes(name) && !unknown.includes(name)) raw[name] = value
    else if (refusesQuery(spec) && !ignoresUnknownQuery) {
      for (const { path, problem } of problemsOfQuery(rules, spec, name, value)) add(path, problem)
    }
  }
  if (isBinary === true && opaque.has(spec.name)) return Result.succeed({})
  const isMissing = spec.body === "none" || overlooksBody(spec, names) || !isObject(body)
  const isRefused = isMissing && (names.length > 0 || insistsOnBody(spec))
    && !(body === undefined && bodyless.has(spec.name))
  if (isRefused) add("body", body === undefined ? "missing" : "expected an object")
  if (!isMissing) {
    for (const name of Object.keys(body)) {
      if (names.includes(name) && !unknown.includes(name)) {
        raw[name] = (body as { readonly [name: string]: unknown })[name]
      } else if (spec.unknownFields === "refused") add(`body.${name}`, "unknown")
    }
  }
  for (const field of unknown) {
    if (field.includes(".") && holds(body, field.split("."))) {
      add(`body.${field}`, "unknown")
    }
  }
  for (const name of names) {
    if (isTooLong(spec, name, raw[name])) add(`body.${name}`, `at most ${maxLength} characters`)
  }
  const errors = isLarge(raw) ? "first" : "all"
  const decoded = decoderOf(spec, errors)(raw)
  if (Result.isSuccess(decoded) && count === 0) return Result.succeed(decoded.success)
  if (Result.isFailure(decoded) && !isRefused) {
    for (const { path, problem } of issuesOf(decoded.failure)) add(`${placeOf(spec, path)}.${path}`, problem)
  }
  return Result.fail(
    schemaError(spec, problems, [
      ...(count > problems.length ? [`and ${count - problems.length} more`] : []),
      ...(errors === "first" ? ["the body is long: there may be more"] : [])
    ])
  )
}

/** Whether there is a field at the end of a path, in any object of the lists on the way. */
const holds = (value: unknown, [name, ...rest]: ReadonlyArray<string>): boolean =>
  Array.isArray(value)
    ? value.some((item) => holds(item, [name!, ...rest]))
    : isObject(value) && Object.hasOwn(value, name!)
      && (rest.length === 0 || holds((value as { readonly [key: string]: unknown })[name!], rest))

/** A resource's DELETE has no body, and one that is sent changes nothing. docs/platform.md §1.1. */
const overlooksBody = ({ method }: Spec, names: ReadonlyArray<string>): boolean =>
  method === "DELETE" && names.length === 0

/** Whether a value holds more than {@link mostChecked} others. */
const isLarge = (value: unknown): boolean => {
  const waiting = [value]
  let count = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== "object" || next === null) continue
    if (Array.isArray(next) && next.length > mostChecked) return true
    for (const key in next) {
      if (count++ === mostChecked) return true
      waiting.push((next as { readonly [key: string]: unknown })[key])
    }
  }
  return false
}

/** Routes that also take a request without a body. */
const bodyless: ReadonlySet<string> = new Set(["cli.create"])

/** Routes that also take a body nobody looks into: the newest clients compress what they send. */
const opaque: ReadonlySet<string> = new Set(["analytics.sendEvents"])

/** The schema of the platform refuses a password before its own check does. docs/platform.md §3. */
const isTooLong = ({ errors }: Spec, name: string, value: unknown): boolean =>
  typeof value === "string" && value.length > maxLength && /(?:^|_)password$/.test(name) &&
  errors.includes(PasswordTooLong)

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Plain POST routes without query overlook one; resource routes refuse it. docs/platform.md §1.1. */
const refusesQuery = (spec: Spec): boolean =>
  spec.method !== "POST" || spec.queryNames.length > 0 || spec.status === 201

/** A key of a resource's list is taken on its items, too, and only its form is looked at. docs/platform.md §1.1. */
const problemsOfQuery = (rules: RevisionRules, spec: Spec, name: string, value: string): ReadonlyArray<Problem> => {
  const path = `query.${name}`
  const list = endpoints.find(({ spec: other }) =>
    other.queryNames.includes(name) && rules.withoutFields[other.name]?.includes(name) !== true &&
    spec.path.startsWith(other.path) && item.test(spec.path.slice(other.path.length))
  )?.spec
  if (list === undefined) return [{ path, problem: "unknown" }]
  const [, field] = Object.entries(list.input).find(([key, schema]) => wireName(key, schema) === name)!
  const decoded = Schema.decodeUnknownResult(field as Schema.Codec<unknown>)(value)
  return Result.isSuccess(decoded) ? [] : issuesOf(decoded.failure).map(({ problem }) => ({ path, problem }))
}

/** What the path of an item has beyond that of its list. */
const item = /^(?:\/(?:\{\w+\}|me))+$/

/** Resource routes that make something want an object, be it empty. */
const insistsOnBody = (spec: Spec): boolean => spec.method === "POST" && spec.body !== "none" && spec.status === 201

const placeOf = (spec: Spec, path: string): string => {
  const name = path.split(".")[0]!
  return spec.pathNames.includes(name) ? "params" : spec.queryNames.includes(name) ? "query" : "body"
}

const bodyNames = new WeakMap<Spec, ReadonlyArray<string>>()

/** Wire names of the fields of the body. */
const bodyNamesOf = (spec: Spec): ReadonlyArray<string> => {
  let names = bodyNames.get(spec)
  if (names === undefined) {
    names = Object.entries(spec.input).map(([key, schema]) => wireName(key, schema))
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
    const ast = SchemaAST.toEncoded(spec.inputSchema.ast)
    const decode = Schema.decodeUnknownResult(spec.inputSchema, {
      errors,
      onExcessProperty: spec.unknownFields === "refused" ? "error" : "ignore"
    })
    decoders[errors].set(spec, decoder = (raw) => decode(coerced(ast, raw)))
  }
  return decoder
}

/** The value as the schema expects it, where another spelling of the same scalar was sent. */
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
        // copied once something in it is spelled otherwise: it may be large
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

/** Whether a value is of the kind already, so that nothing has to be read into it. */
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
