/** The schemas of known errors. */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { holdsSecret } from "../compiled/redacted.ts"
import { detailsOf } from "../compiled/schemasOf.ts"
import type { ErrorSpec, KnownError, KnownErrorClass } from "../KnownError.ts"
import { wireName } from "../wireNames.ts"
import { type ErrorSchema, membersOf, problemFrom, withMessage, withStatus } from "./problem.ts"

type Values = { readonly [name: string]: unknown }

/** Details with wire names. Details that contain secrets aren't sent. */
const detailsSchema = (spec: ErrorSpec) => {
  const fields = Object.entries(detailsOf(spec)).filter(([, field]) => !holdsSecret(SchemaAST.toType(field.ast)))
  const names = Object.fromEntries(fields.map(([name, field]) => [name, wireName(name, field)]))
  const struct = Schema.Struct(
    Object.fromEntries(fields.map(([name, field]) => [name, Schema.optionalKey(field as Schema.Top)]))
  )
  return {
    names: Object.keys(names),
    schema: struct.pipe(Schema.encodeKeys(names as never)) as unknown as Schema.Codec<Values>
  }
}

type Declared = new(details: Values, platformText?: string) => KnownError

const schemas = new WeakMap<KnownErrorClass<any>, ErrorSchema<any>>()

/** Returns the schema of a known error. */
export const knownErrorSchema = <Instance extends KnownError>(
  Known: KnownErrorClass<Instance>
): ErrorSchema<Instance> => {
  let schema = schemas.get(Known)
  if (schema === undefined) schemas.set(Known, schema = makeSchema(Known))
  return schema
}

const makeSchema = <Instance extends KnownError>(Known: KnownErrorClass<Instance>): ErrorSchema<Instance> => {
  const { code, status, tag, textOnly } = Known.spec
  const details = detailsSchema(Known.spec)
  const problem = Schema.Struct({
    ...membersOf(tag, status),
    code: Schema.Literal(code),
    details: Schema.optionalKey(details.schema)
  }).annotate({ identifier: tag })
  const decode = (sent: typeof problem["Type"]) => {
    const error = new (Known as unknown as Declared)(sent.details ?? {}, textOnly ? sent.detail : undefined)
    return withMessage(error, sent.detail) as Instance
  }
  const encode = (error: Instance): typeof problem["Type"] => {
    const sent = details.names.flatMap((name) => error.details[name] === undefined ? [] : [[name, error.details[name]]])
    return {
      ...problemFrom(error, status),
      code,
      ...(sent.length === 0 ? {} : { details: Object.fromEntries(sent) })
    }
  }
  const type = Schema.declare((value): value is Instance => value instanceof Known, { expected: tag })
  return withStatus(
    problem.pipe(Schema.decodeTo(type, SchemaTransformation.transform({ decode, encode }))),
    status
  )
}
