/** Compares two JSON values. The order of keys is ignored. */

/**
 * Lists differences by path. `recorded`: the platform's value. `ours`: the same value after the contract has decoded
 * and encoded it.
 */
export const differences = (recorded: unknown, ours: unknown, path = ""): ReadonlyArray<string> => {
  if (Object.is(recorded, ours)) return []
  const at = path === "" ? "the whole" : path
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    if (recorded.length !== ours.length) return [`${at}: ${recorded.length} items became ${ours.length}`]
    return recorded.flatMap((item, index) => differences(item, ours[index], `${path}[${index}]`))
  }
  if (isObject(recorded) && isObject(ours)) {
    const below = (key: string) => path === "" ? key : `${path}.${key}`
    return [...new Set([...Object.keys(recorded), ...Object.keys(ours)])].flatMap((key) =>
      !Object.hasOwn(ours, key)
        ? [`${below(key)}: not in the contract`]
        : !Object.hasOwn(recorded, key)
        ? [`${below(key)}: added by the contract`]
        : differences(recorded[key], ours[key], below(key))
    )
  }
  return [`${at}: ${inShort(recorded)} became ${inShort(ours)}`]
}

export const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const inShort = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
