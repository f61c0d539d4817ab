/** Damaged copies of JSON values: each has one fault at one place. */

/** Faults by name. Each returns the value that replaces a valid one. */
const faults: { readonly [name: string]: (value: unknown) => unknown } = {
  null: () => null,
  "another type": (value) => typeof value === "string" ? 7 : "text",
  "an object": () => ({}),
  "a list": () => [],
  "a boolean": () => true,
  "a fraction": () => 0.5,
  "an infinite number": () => Infinity,
  "a huge number": () => 1e300,
  "a number that is no date": () => 9e15,
  "an empty text": () => "",
  "a huge text": () => "x".repeat(20_000),
  undefined: () => undefined,
  "a text of a number": () => "12",
  "an extra field": (value) => isObject(value) ? { ...value, unknownField: 1 } : value,
  "an own __proto__": (value) =>
    isObject(value)
      ? Object.defineProperty({ ...value }, "__proto__", { value: { id: "x" }, enumerable: true })
      : value,
  "a hole": (value) => Array.isArray(value) && value.length > 0 ? withHole(value) : value,
  "an extra item": (value) => Array.isArray(value) ? [...value, value[0]] : value,
  "a deep value": () => deep
}

const deep: unknown = JSON.parse("[".repeat(200) + "]".repeat(200))

const withHole = (items: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const copy = [...items]
  delete copy[0]
  return copy
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype

type Path = ReadonlyArray<string | number>

const pathsIn = (value: unknown): ReadonlyArray<Path> => {
  if (Array.isArray(value)) {
    return [[], ...value.flatMap((inner, at) => pathsIn(inner).map((path) => [at, ...path]))]
  }
  return isObject(value)
    ? [[], ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner).map((path) => [name, ...path]))]
    : [[]]
}

const changedAt = (value: any, [key, ...rest]: Path, change: (value: any) => unknown): unknown => {
  if (key === undefined) return change(value)
  const inner = changedAt(value[key], rest, change)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}

/** Maximum number of places in a value that are damaged, and of fields that are removed. */
const mostPlaces = 5
const mostRemoved = 12

const spread = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const step = Math.ceil(all.length / most)
  return all.filter((_, at) => at % step === 0)
}

/** Returns copies of a value with one fault, and copies without one of its fields. */
export const damaged = function*(value: unknown): Generator<readonly [fault: string, copy: unknown]> {
  const paths = pathsIn(value)
  for (const path of spread(paths, mostPlaces)) {
    for (const [name, fault] of Object.entries(faults)) {
      yield [`${path.join(".")}: ${name}`, changedAt(value, path, fault)]
    }
  }
  for (const path of spread(paths.filter((path) => typeof path.at(-1) === "string"), mostRemoved)) {
    const name = path.at(-1)!
    const without = ({ [name]: _, ...others }: { readonly [name: string]: unknown }) => others
    yield [`${path.join(".")}: missing`, changedAt(value, path.slice(0, -1), without)]
  }
}
