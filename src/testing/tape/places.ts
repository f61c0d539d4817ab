/** The place of a value in an exchange, and its types in the contract. */
import { endpoints, errors } from "../../../schemas/catalogue.ts"
import { claimTypes, headerTypes, passkeyTypes } from "./outside.ts"
import { fieldOf, isSecretOf, itemOf, secretNames, type Types } from "./secretFields.ts"

/** The place of a value. */
export interface Place {
  /** Types of the value in the contract. Empty if the contract doesn't describe the place. */
  readonly types: Types
  /** Name of the nearest field. */
  readonly name: string
  /** Path of field names from the endpoint to the value, in camelCase, without array indexes. */
  readonly path: ReadonlyArray<string>
  readonly secret: boolean
  /** Other values that are harmless here. */
  readonly allows?: ((text: string) => boolean) | undefined
}

/** `display_name` → `displayName`. The names in `keep` are compared in this form. */
export const camelCase = (name: string): string =>
  name.replace(/[_-]([a-z\d])/g, (_, next: string) => next.toUpperCase())

let secrets: ReadonlySet<string> | undefined

/** Whether the contract has a secret of this name anywhere. Used for fields that the contract doesn't describe. */
const isSecretName = (name: string): boolean => (secrets ??= secretNames(endpoints, errors)).has(name)

/** A place that no field names, such as a body that isn't JSON. */
export const root = (name: string, path: ReadonlyArray<string>, types: Types = []): Place => ({
  types,
  name,
  path: [...path, ...name === "" ? [] : [name]],
  secret: false
})

/** The place of a field. */
export const field = (within: Place, name: string): Place => {
  const types = insideOf(name, fieldOf(within.types, name))
  const path = [...within.path, camelCase(name)]
  if (within.secret) return { types, name: within.name, path, secret: true }
  return { types, name, path, secret: isSecretOf(types) || (types.length === 0 && isSecretName(name)) }
}

/** The place of an array's items. */
export const item = (within: Place): Place => {
  const types = itemOf(within.types)
  return { ...within, types, secret: within.secret || isSecretOf(types) }
}

/** The contract accepts any JSON as passkey options, but the standard describes them. */
const insideOf = (name: string, types: Types): Types =>
  name === "options_json" && types.length > 0 ? passkeyTypes() : types

/** The places of a JSON Web Token's header and claims. */
export const inToken = ({ path }: Place): { readonly header: Place; readonly claims: Place } => ({
  header: root("", path, headerTypes()),
  claims: root("", path, claimTypes())
})

/** Whether the contract has a field of this name here. */
export const hasField = ({ types }: Place, name: string): boolean =>
  fieldOf(types.filter((type) => type._tag === "Objects" && type.indexSignatures.length === 0), name).length > 0

/** Functions that replace each string, name and number of an exchange. */
export interface Walk {
  readonly text: (text: string, place: Place) => string
  readonly name: (name: string, within: Place) => string
  readonly number: (value: number, place: Place) => number | string
}

/** Visits the strings, names and numbers of a JSON value, and returns it with the walk's replacements. */
export const inside = (walk: Walk, value: unknown, place: Place): unknown => {
  if (typeof value === "string") return walk.text(value, place)
  if (typeof value === "number") return walk.number(value, place)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((each) => inside(walk, each, item(place)))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [walk.name(name, place), inside(walk, each, field(place, name))])
  )
}
