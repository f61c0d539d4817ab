/**
 * The input of an endpoint out of a request's path, query and body. Scalars are taken in other spellings, as the platform
 * takes them; unknown keys and everything that does not fit is a schema error. Platform rules §1.1.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { endpoints } from "../../schemas/catalogue.ts"
import type { Spec } from "../../schemas/Endpoint.ts"
import { SchemaError } from "../../schemas/errors/general.ts"
import { wireName } from "../../schemas/wireNames.ts"
import { issuesOf } from "../answer.ts"

/** Where the parts of a request lie. */
export interface Parts {
  readonly path: { readonly [name: string]: string }
  readonly query: URLSearchParams
  readonly body: unknown
}

interface Problem {
  readonly path: string
  readonly problem: string
}

/** A schema error that lists what is wrong with a request. */
export const schemaError = (spec: Spec, problems: ReadonlyArray<Problem>): SchemaError =>
  new SchemaError({
    message: `${spec.method} ${spec.path} does not take this request:\n${
      problems.map(({ path, problem }) => `  - ${path}: ${problem}`).join("\n")
    }`
  })

/** Reads the input of an endpoint. */
export const read = (spec: Spec, { body, path, query }: Parts): Effect.Effect<any, SchemaError> =>
  Effect.suspend(() => {
    const names = bodyNamesOf(spec)
    const raw: Record<string, unknown> = { ...path }
    const problems: Array<Problem> = []
    for (const [name, value] of query) {
      if (spec.queryNames.includes(name)) raw[name] = value
      else if (refusesQuery(spec)) problems.push(...problemsOfQuery(spec, name, value))
    }
    if (opaque.has(spec.name) && typeof body === "string") return Effect.succeed({})
    if (spec.body !== "none" && isObject(body)) {
      for (const [name, value] of Object.entries(body)) {
        if (names.includes(name)) raw[name] = value
        else if (spec.unknownFields === "refused") problems.push({ path: `body.${name}`, problem: "unknown" })
      }
    } else if ((names.length > 0 || insistsOnBody(spec)) && !(body === undefined && bodyless.has(spec.name))) {
      problems.push({ path: "body", problem: body === undefined ? "missing" : "expected an object" })
    }
    const decoded = decoderOf(spec)(raw)
    if (Result.isSuccess(decoded) && problems.length === 0) return Effect.succeed(decoded.success)
    if (Result.isFailure(decoded) && !problems.some(({ path }) => path === "body")) {
      for (const { path, problem } of issuesOf(decoded.failure)) {
        problems.push({ path: `${placeOf(spec, path)}.${path}`, problem })
      }
    }
    return Effect.fail(schemaError(spec, problems))
  })

/** Routes that also take a request without a body. */
const bodyless: ReadonlySet<string> = new Set(["cli.create"])

/** Routes that also take a body nobody looks into: the newest clients compress what they send. */
const opaque: ReadonlySet<string> = new Set(["analytics.sendEvents"])

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Plain POST routes without query overlook one; resource routes refuse it. Platform rules §1.1. */
const refusesQuery = (spec: Spec): boolean =>
  spec.method !== "POST" || spec.queryNames.length > 0 || spec.status === 201

/** A key of a resource's list is taken on its items, too, and only its form is looked at. Platform rules §1.1. */
const problemsOfQuery = (spec: Spec, name: string, value: string): ReadonlyArray<Problem> => {
  const path = `query.${name}`
  const list = endpoints.find(({ spec: other }) =>
    other.queryNames.includes(name) && spec.path.startsWith(other.path) && item.test(spec.path.slice(other.path.length))
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

const decoders = new WeakMap<Spec, Decoder>()

const decoderOf = (spec: Spec): Decoder => {
  let decoder = decoders.get(spec)
  if (decoder === undefined) {
    const ast = SchemaAST.toEncoded(spec.inputSchema.ast)
    const decode = Schema.decodeUnknownResult(spec.inputSchema, {
      errors: "all",
      onExcessProperty: spec.unknownFields === "refused" ? "error" : "ignore"
    })
    decoders.set(spec, decoder = (raw) => decode(coerced(ast, raw)))
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
      const fields: Record<string, unknown> = { ...value }
      for (const { name, type } of ast.propertySignatures) {
        const key = String(name)
        if (Object.hasOwn(fields, key)) fields[key] = coerced(type, fields[key])
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
