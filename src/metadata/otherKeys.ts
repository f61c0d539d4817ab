/**
 * Keys that other programs stored in metadata, at every level. An update writes a value as a whole, so it adds the stored
 * keys that no version of the schema contains at this place. docs/laws.md N16, metadata-1, metadata-2.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

type Types = ReadonlyArray<SchemaAST.AST>

type Json = { readonly [key: string]: unknown }

/**
 * Adds the keys that the encoded schema doesn't contain.
 *
 * Items of an array correspond to stored items with the same `id`, entries of a map to entries with the same key, and
 * items of a tuple to items at the same position. Other items correspond if they are equal. If no item was moved, added
 * or removed, the changed items correspond by position. Items without a counterpart get no keys.
 *
 * @param normal `stored` as the schema reads and writes it, for comparison with `value`. `undefined` if the schema
 * can't read it.
 */
export const withOtherKeys = (encoded: SchemaAST.AST, value: unknown, stored: unknown, normal: unknown): unknown =>
  merged([encoded], value, stored, normal)

const merged = (types: Types, value: unknown, stored: unknown, normal: unknown): unknown => {
  const all = membersOf(types)
  if (all.some(isAnything)) return value
  if (isObject(value) && isObject(stored)) return mergedObject(all.filter(SchemaAST.isObjects), value, stored, normal)
  if (Array.isArray(value) && Array.isArray(stored)) {
    return mergedArray(all.filter(SchemaAST.isArrays), value, stored, Array.isArray(normal) ? normal : [])
  }
  return value
}

const mergedObject = (types: ReadonlyArray<SchemaAST.Objects>, value: Json, stored: Json, normal: unknown): Json => {
  if (types.length === 0) return value
  const known = (key: string) => types.flatMap((type) => typesAt(type, key))
  return Object.fromEntries([
    ...Object.entries(stored).filter(([key]) => known(key).length === 0),
    ...Object.entries(value).map(([key, each]) => [
      key,
      Object.hasOwn(stored, key)
        ? merged(
          known(key),
          each,
          stored[key],
          isObject(normal) && Object.hasOwn(normal, key) ? normal[key] : undefined
        )
        : each
    ])
  ])
}

/** Returns the types of a property, or none if the object doesn't contain the property. */
const typesAt = ({ indexSignatures, propertySignatures }: SchemaAST.Objects, key: string): Types => {
  const property = propertySignatures.find(({ name }) => name === key)
  return property === undefined
    ? indexSignatures.filter(({ parameter }) => accepts(parameter, key)).map(({ type }) => type)
    : [property.type]
}

const acceptedBy = new WeakMap<SchemaAST.AST, (key: string) => boolean>()

const accepts = (parameter: SchemaAST.AST, key: string): boolean => {
  let is = acceptedBy.get(parameter)
  if (is === undefined) acceptedBy.set(parameter, is = Schema.is(Schema.make<Schema.Codec<string>>(parameter)))
  return is(key)
}

const mergedArray = (
  types: ReadonlyArray<SchemaAST.Arrays>,
  value: ReadonlyArray<unknown>,
  stored: ReadonlyArray<unknown>,
  normal: ReadonlyArray<unknown>
): ReadonlyArray<unknown> => {
  const fixed = Math.max(0, ...types.map(({ elements }) => elements.length))
  const at = (index: number) => types.flatMap(({ elements, rest }) => elements[index] ?? rest)
  const rest = membersOf(types.flatMap((type) => type.rest))
  const isComparable = normal.length === stored.length
  const pairs = pairsOf(
    rest,
    value.slice(fixed),
    stored.slice(fixed).map((each, index) => ({
      stored: each,
      normal: isComparable ? normal[fixed + index] : known(rest, each)
    }))
  )
  return value.map((each, index) => {
    // an item without a counterpart has no position
    const place = index < fixed ? index : fixed + (pairs.get(index - fixed) ?? Infinity)
    return merged(at(index), each, stored[place], normal[place])
  })
}

/** Returns, for each new item, the position of the corresponding stored item. */
const pairsOf = (
  types: Types,
  items: ReadonlyArray<unknown>,
  stored: ReadonlyArray<{ readonly stored: unknown; readonly normal: unknown }>
): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>()
  const paired = new Set<number>()
  const pair = (
    textOfItem: (item: unknown) => string | undefined,
    textOfStored: (at: number) => string | undefined
  ) => {
    const free = new Map<string | undefined, Array<number>>()
    for (const at of stored.keys()) {
      const text = paired.has(at) ? undefined : textOfStored(at)
      if (text !== undefined) free.set(text, [...free.get(text) ?? [], at])
    }
    for (const [at, item] of items.entries()) {
      const found = pairs.has(at) ? undefined : free.get(textOfItem(item))?.shift()
      if (found === undefined) continue
      pairs.set(at, found)
      paired.add(found)
    }
  }
  const idOf = identityOf(types)
  pair(idOf, (at) => idOf(stored[at]!.stored))
  pair(canonical, (at) => canonical(stored[at]!.normal))
  if (items.length === stored.length && [...pairs].every(([at, from]) => at === from)) {
    for (const [at, item] of items.entries()) {
      if (idOf(item) === undefined && idOf(stored[at]!.stored) === undefined) pairs.set(at, at)
    }
  }
  return pairs
}

/** Returns a function that identifies the items of an array: by `id`, or by the key of a map's entry. */
const identityOf = (types: Types): (item: unknown) => string | undefined => {
  const hasId = types.some((type) => SchemaAST.isObjects(type) && typesAt(type, "id").length > 0)
  const isEntry = types.some((type) => SchemaAST.isArrays(type) && type.elements.length === 2)
  return (item) => {
    const id = hasId && isObject(item) && Object.hasOwn(item, "id")
      ? item["id"]
      : isEntry && Array.isArray(item)
      ? item[0]
      : undefined
    return typeof id === "string" || typeof id === "number" ? JSON.stringify(id) : undefined
  }
}

/** The value without the keys that the schema doesn't contain. */
const known = (types: Types, value: unknown): unknown => {
  const all = membersOf(types)
  if (all.some(isAnything)) return value
  if (isObject(value)) {
    const objects = all.filter(SchemaAST.isObjects)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => {
        const found = objects.flatMap((type) => typesAt(type, key))
        return found.length === 0 ? [] : [[key, known(found, each)]]
      })
    )
  }
  if (!Array.isArray(value)) return value
  const arrays = all.filter(SchemaAST.isArrays)
  return value.map((each, index) => known(arrays.flatMap(({ elements, rest }) => elements[index] ?? rest), each))
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => a < b ? -1 : 1))
      : each) ?? "undefined"

/** The members of all unions. */
const membersOf = (types: Types): Types => {
  const seen = new Set<SchemaAST.AST>()
  const members: Array<SchemaAST.AST> = []
  const visit = (type: SchemaAST.AST): void => {
    if (seen.has(type)) return
    seen.add(type)
    if (SchemaAST.isUnion(type)) type.types.forEach(visit)
    else if (SchemaAST.isSuspend(type)) visit(type.thunk())
    else members.push(type)
  }
  types.forEach(visit)
  return members
}

/** Whether a type accepts objects with arbitrary keys. The JSON form of `Schema.Unknown` is a declaration. */
const isAnything = (type: SchemaAST.AST): boolean => SchemaAST.isAny(type) || SchemaAST.isDeclaration(type)

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
