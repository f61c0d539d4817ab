/** Finds the fields that the objects of a response have, as far as the contract describes them. */
import * as SchemaAST from "effect/SchemaAST"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"

/** An object of a response. Objects with free names, such as metadata, are left out. */
interface ObjectFields {
  /** Path of the object. The items of a list share a path, such as `items[]`. */
  readonly path: string
  readonly names: ReadonlySet<string>
  /** Field names in the contract. */
  readonly known: ReadonlySet<string>
}

/** The objects of one or more responses. */
export type Fields = ReadonlyArray<ObjectFields>

export const none: Fields = []

type Types = ReadonlyArray<SchemaAST.AST>

const members = (type: SchemaAST.AST): Types =>
  type._tag === "Union" ? type.types.flatMap(members) : type._tag === "Suspend" ? members(type.thunk()) : [type]

/** Returns the objects of a successful response's JSON. */
export const fieldsOf = (endpoint: AnyEndpoint, json: unknown): Fields =>
  inside(members(SchemaAST.toEncoded(schemasOf(endpoint).output.ast)), json, "")

const inside = (types: Types, json: unknown, path: string): Fields => {
  if (typeof json !== "object" || json === null) return none
  if (Array.isArray(json)) {
    const items = types.flatMap((type) =>
      type._tag === "Arrays" ? [...type.elements, ...type.rest].flatMap(members) : []
    )
    return json.flatMap((item) => inside(items, item, `${path}[]`))
  }
  const objects = types.filter((type) => type._tag === "Objects")
  const properties = objects.flatMap((type) => type.propertySignatures)
  const isFree = properties.length === 0 || objects.some((type) => type.indexSignatures.length > 0)
  const own = {
    path,
    names: new Set(Object.keys(json)),
    known: new Set(properties.map(({ name }) => String(name)))
  }
  return [
    ...(isFree ? none : [own]),
    ...Object.entries(json).flatMap(([name, value]) =>
      inside(
        properties.filter((property) => property.name === name).flatMap(({ type }) => members(type)),
        value,
        path === "" ? name : `${path}.${name}`
      )
    )
  ]
}

const at = (path: string, name: string): string => path === "" ? name : `${path}.${name}`

/** Lists fields that were in every object of the program's responses, and are now in none. */
export const goneSince = (used: Fields, now: Fields): ReadonlyArray<string> =>
  pathsOf(used).flatMap((path) => {
    const [before, after] = [used, now].map((fields) => fields.filter((object) => object.path === path))
    if (after!.length === 0) return []
    const [first] = before!
    return [...first!.names].filter((name) =>
      first!.known.has(name)
      && before!.every(({ names }) => names.has(name))
      && after!.every(({ names }) => !names.has(name))
    ).map((name) => at(path, name))
  })

/** Lists fields that neither the contract nor the program's responses have. */
export const newSince = (used: Fields, now: Fields): ReadonlyArray<string> => [
  ...new Set(
    now.flatMap(({ known, names, path }) =>
      [...names].filter((name) =>
        !known.has(name) && !used.some((object) => object.path === path && object.names.has(name))
      ).map((name) => at(path, name))
    )
  )
]

const pathsOf = (fields: Fields): ReadonlyArray<string> => [...new Set(fields.map(({ path }) => path))]
