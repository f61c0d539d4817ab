/**
 * Keys of the payments configuration that later revisions renamed. The platform renames them when an override is
 * written. docs/platform.md §16.5.
 */
import type * as Schema from "effect/Schema"
import type { ConfigObject } from "../../state/index.ts"

const isObject = (value: unknown): value is ConfigObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Path = ReadonlyArray<string>

const lines = "productLines"

/** Returns the new name of the last key of a path, or `undefined` if the key no longer exists. */
const nameOf = (path: Path): string | undefined => {
  const key = path.at(-1)!
  const [first, group] = path
  if (first !== "payments") return key
  if (path.length === 2) {
    if (key === "offers") return "products"
    if (key === "groups" || key === "catalogs") return lines
    return key === "stripeAccountId" || key === "stripeAccountSetupComplete" ? undefined : key
  }
  if (path.length !== 4) return key
  if (group === "products" && (key === "groupId" || key === "catalogId")) return "productLineId"
  return group === "items" && key === "default" ? undefined : key
}

/** Renames keys below a path that already has new names. Adds the ids of lines below an old key to `oldLines`. */
const renamedBelow = (path: Path, value: Schema.Json, oldLines: Set<string>): Schema.Json => {
  if (path[0] !== "payments" || path.length > 3 || !isObject(value)) return value
  const result: { [key: string]: Schema.Json } = {}
  for (const [key, below] of Object.entries(value)) {
    const name = nameOf([...path, key])
    if (name === undefined) continue
    if (path.length === 1 && name === lines && name !== key && isObject(below)) {
      for (const id of Object.keys(below)) oldLines.add(id)
    }
    const renamed = renamedBelow([...path, name], below, oldLines)
    const other = result[name]
    result[name] = isObject(other) && isObject(renamed) ? { ...other, ...renamed } : renamed
  }
  return result
}

/** Returns the customer types of the products that name a line, by line, anywhere in an override. */
const customerTypesOf = (path: Path, value: Schema.Json): ReadonlyArray<readonly [string, Schema.Json]> => {
  if (!isObject(value)) return []
  if (path.length === 3 && path[1] === "products") {
    const { customerType = "user", productLineId } = value
    return typeof productLineId === "string" ? [[productLineId, customerType]] : []
  }
  return Object.entries(value).flatMap(([key, below]) => customerTypesOf([...path, key], below))
}

/** Gives old lines the type of a product that names them. Removes other old lines. */
const withTypes = (
  path: Path,
  value: Schema.Json,
  oldLines: ReadonlySet<string>,
  types: ReadonlyMap<string, Schema.Json>
): Schema.Json | undefined => {
  if (!isObject(value) || path[0] !== "payments" || (path[1] ?? lines) !== lines) return value
  if (path.length === 3) {
    if (!oldLines.has(path[2]!) || value["customerType"] !== undefined) return value
    const customerType = types.get(path[2]!)
    return customerType === undefined ? undefined : { ...value, customerType }
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, below]) => {
      const kept = withTypes([...path, key], below, oldLines, types)
      return kept === undefined ? [] : [[key, kept]]
    })
  )
}

/** Returns an override with the new names. Keys may be paths. */
export const renamed = (override: ConfigObject): ConfigObject => {
  const oldLines = new Set<string>()
  const entries = Object.entries(override).flatMap(([key, value]) => {
    const old = key.split(".")
    const path: Array<string> = []
    for (const segment of old) {
      const name = nameOf([...path, segment])
      if (name === undefined) return []
      path.push(name)
    }
    if (old[0] === "payments" && path[1] === lines && old[1] !== lines) {
      for (const id of path.length === 2 ? Object.keys(isObject(value) ? value : {}) : [path[2]!]) oldLines.add(id)
    }
    return [{ path, value: renamedBelow(path, value, oldLines) }]
  })
  const types = new Map(entries.flatMap(({ path, value }) => customerTypesOf(path, value)))
  return Object.fromEntries(
    entries.flatMap(({ path, value }) => {
      const kept = withTypes(path, value, oldLines, types)
      return kept === undefined ? [] : [[path.join("."), kept]]
    })
  )
}
