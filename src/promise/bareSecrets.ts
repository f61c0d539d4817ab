/** Callers who write promises give secrets as text; endpoints take them wrapped, so that nothing prints them. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { Spec } from "../../schemas/Endpoint.ts"
import { isSecret } from "../../schemas/fields.ts"

/** The same input with each secret, however deep, also as bare text. */
export type WithBareSecrets<Input> = [Schema.Json] extends [Input] ? Input : WithBareParts<Input>

type WithBareParts<Input> = Input extends Redacted.Redacted<infer Text> ? Input | Text
  : Input extends Leaf ? Input
  : { [Name in keyof Input]: WithBareSecrets<Input[Name]> }

/** Has no fields that could be secrets. */
type Leaf =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | Uint8Array
  | ((...args: ReadonlyArray<never>) => unknown)

/** Wraps the bare secrets among an endpoint's fields. */
export const wrapSecrets = (spec: Spec, input: object): object => {
  const secrets = secretFieldsOf(spec)
  if (secrets.size === 0) return input
  const fields = Object.entries(input).map(([name, value]) => {
    const field = secrets.get(name)
    return [name, field === undefined ? value : wrap(field, value)]
  })
  return Object.fromEntries(fields)
}

const known = new WeakMap<Spec, ReadonlyMap<string, SchemaAST.AST>>()

/** The fields that are secrets or have some inside. */
const secretFieldsOf = (spec: Spec): ReadonlyMap<string, SchemaAST.AST> => {
  const before = known.get(spec)
  if (before !== undefined) return before
  const types = Object.entries(spec.input).map(([name, field]) => [name, Schema.toType(field).ast] as const)
  const found = new Map(types.filter(([, type]) => holdsSecret(type)))
  known.set(spec, found)
  return found
}

const holdsSecret = (type: SchemaAST.AST): boolean => isSecret(type) || partsOf(type).some(holdsSecret)

/** What a type is made of, as far as inputs go. None is recursive but JSON, which has no secrets. */
const partsOf = (type: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  switch (type._tag) {
    case "Union":
      return type.types
    case "Objects":
      return type.propertySignatures.map((property) => property.type)
    case "Arrays":
      return [...type.elements, ...type.rest]
    default:
      return []
  }
}

/** Wraps the texts where `type` has secrets. What does not fit the type stays as it is, for the call to refuse. */
const wrap = (type: SchemaAST.AST, value: unknown): unknown => {
  if (isSecret(type)) return typeof value === "string" ? Redacted.make(value) : value
  if (type._tag === "Union") return type.types.reduce((value, member) => wrap(member, value), value)
  if (type._tag === "Arrays" && Array.isArray(value)) {
    return value.map((item) => type.rest.reduce((item, rest) => wrap(rest, item), item))
  }
  if (type._tag === "Objects" && typeof value === "object" && value !== null && !Redacted.isRedacted(value)) {
    const wrapped: { [name: PropertyKey]: unknown } = { ...value }
    for (const { name, type: property } of type.propertySignatures) {
      if (Object.hasOwn(value, name)) wrapped[name] = wrap(property, wrapped[name])
    }
    return wrapped
  }
  return value
}
