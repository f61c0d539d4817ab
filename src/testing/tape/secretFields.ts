/** Finds the secrets in JSON as it is sent, by the schemas of the contract. */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { isSecret } from "../../../schemas/compiled/redacted.ts"
import { detailsOf, schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import type { KnownErrorClass } from "../../../schemas/KnownError.ts"
import { wireName } from "../../../schemas/wireNames.ts"

/** Types that a value on the wire may have. Empty if the contract doesn't describe the value. */
export type Types = ReadonlyArray<SchemaAST.AST>

/** Returns the types of a value with this schema. */
export const typesOf = (schema: Schema.Constraint): Types => members(SchemaAST.toType(schema.ast))

const members = (type: SchemaAST.AST): Types => type._tag === "Union" ? type.types.flatMap(members) : [type]

/** Whether a value of these types is a secret, or a browser's credential, which is random. */
export const isSecretOf = (types: Types): boolean =>
  types.some((type) => isSecret(type) || type._tag === "ObjectKeyword")

/** Returns the types of a field, by its name on the wire. Some revisions of the platform send the names in camelCase. */
export const fieldOf = (types: Types, name: string): Types =>
  types.flatMap((type) => {
    if (type._tag !== "Objects") return []
    const own = type.propertySignatures.find((property) => wireNameOf(property) === name)
      ?? type.propertySignatures.find((property) => property.name === name)
    return own === undefined ? type.indexSignatures.flatMap((index) => members(index.type)) : members(own.type)
  })

/** Returns the types of an array's items. */
export const itemOf = (types: Types): Types =>
  types.flatMap((type) => type._tag === "Arrays" ? [...type.elements, ...type.rest].flatMap(members) : [])

const wireNameOf = ({ name, type }: SchemaAST.PropertySignature): string =>
  wireName(String(name), { ast: type } as Schema.Constraint)

/** Returns the wire names of all fields in these endpoints and errors, or of those with certain types. */
export const wireNamesOf = (
  endpoints: ReadonlyArray<AnyEndpoint>,
  errors: ReadonlyArray<KnownErrorClass>,
  isWanted: (types: Types) => boolean = () => true
): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (name: string, types: Types): void => {
    if (isWanted(types)) names.add(name)
  }
  const visited = new Set<SchemaAST.AST>()
  const inside = (types: Types): void => {
    for (const type of types) {
      if (visited.has(type)) continue
      visited.add(type)
      if (type._tag === "Arrays") inside(itemOf([type]))
      if (type._tag !== "Objects") continue
      for (const property of type.propertySignatures) {
        visit(wireNameOf(property), members(property.type))
        inside(members(property.type))
      }
      inside(type.indexSignatures.flatMap((index) => members(index.type)))
    }
  }
  const fields = (fields: Schema.Struct.Fields): void => {
    for (const [key, schema] of Object.entries(fields)) {
      visit(wireName(key, schema), typesOf(schema))
      inside(typesOf(schema))
    }
  }
  for (const { spec } of endpoints) {
    fields(schemasOf(spec).input)
    inside(typesOf(schemasOf(spec).output))
  }
  for (const { spec } of errors) fields(detailsOf(spec))
  return names
}

/** Returns the wire names of all secrets in these endpoints and errors. */
export const secretNames = (
  endpoints: ReadonlyArray<AnyEndpoint>,
  errors: ReadonlyArray<KnownErrorClass>
): ReadonlySet<string> => wireNamesOf(endpoints, errors, isSecretOf)
