/**
 * Decodes the fields of a request as the platform does. docs/platform.md §1.1. Clients encode them in
 * `layers/call/request.ts`.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { schemasOf } from "./compiled/schemasOf.ts"
import type { Spec } from "./Endpoint.ts"
import { wireName } from "./wireNames.ts"

/** The fields of a request by wire name, from path, query and body. */
export type WireFields = { readonly [name: string]: unknown }

/** A valid request. */
export interface Received {
  /** The decoded input, for handlers. */
  readonly input: { readonly [name: string]: unknown }
  /**
   * The fields as the platform understood them: without ignored fields, and with numbers instead of numeric strings.
   */
  readonly fields: WireFields
}

/**
 * Decodes the fields of a request as the platform does: a number or boolean may be sent as a string, and a string as a
 * number or boolean. Any other mismatch is rejected. Unknown fields are rejected too, unless the endpoint ignores them.
 */
export const received = (spec: Spec, fields: WireFields): Result.Result<Received, Schema.SchemaError> => {
  const known = spec.unknownFields === "ignored" ? modelled(spec, fields) : fields
  const decoded = decode(spec, known)
  if (Result.isSuccess(decoded)) return Result.succeed({ input: decoded.success, fields: known })
  const coerced = coerce(known, decoded.failure)
  const again = decode(spec, coerced)
  return Result.isSuccess(again)
    ? Result.succeed({ input: again.success, fields: coerced })
    : Result.fail(decoded.failure)
}

const decode = (spec: Spec, fields: WireFields) =>
  Schema.decodeResult(schemasOf(spec).inputSchema, { errors: "all", onExcessProperty: "error" })(fields)

const modelled = (spec: Spec, fields: WireFields): WireFields => {
  const names = new Set(Object.entries(schemasOf(spec).input).map(([key, schema]) => wireName(key, schema)))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const coerce = (fields: WireFields, error: Schema.SchemaError): WireFields =>
  format(error.issue).issues.reduce(
    (whole, { path = [] }) => at(whole, path.map((part) => typeof part === "object" ? part.key : part)) as WireFields,
    fields
  )

/** Converts the value at a path to another type: a string to a number or boolean, or the reverse. */
const at = (value: unknown, [key, ...rest]: ReadonlyArray<PropertyKey>): unknown => {
  if (key === undefined) return otherType(value)
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value
  const inner = at((value as { readonly [key: PropertyKey]: unknown })[key], rest)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}

const otherType = (value: unknown): unknown => {
  switch (typeof value) {
    case "number":
    case "boolean":
      return String(value)
    case "string":
      return value === "true" || value === "false"
        ? value === "true"
        : value.trim() !== "" && Number.isFinite(Number(value))
        ? Number(value)
        : value
    default:
      return value
  }
}
