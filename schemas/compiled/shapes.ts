/**
 * Plain decoders, from which the build assembles the published contract: it compiles each `Schema` of an endpoint to an
 * expression of the functions below, so that clients don't load `effect/Schema`. They accept the same values, return
 * the same results, and report the same paths and expectations as `Schema`. `.ci/contract.mjs` has one rule per node.
 */
/* oxlint-disable latchkey/forward-all-arguments -- shapes have no other arguments */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { isNumber, isWhole } from "./checks.ts"
import { isReadable } from "./plain.ts"
import { snakeCase } from "./wireName.ts"

/** Where a value doesn't match, and what is expected there. Never contains the value. */
export interface Issue {
  readonly path: string
  readonly problem: string
}

/** An issue whose path is only partly known. */
interface Found {
  readonly path: Array<PropertyKey>
  readonly problem: string
  /** Whether the value matched on the wire but failed after a transformation. `Schema` reports these last. */
  readonly isLate: boolean
}

interface State {
  readonly found: Array<Found>
  /** Whether to report all issues, and unknown fields as issues. Otherwise the first issue ends the decoding. */
  readonly strict: boolean
  isOver: boolean
}

/** The kinds of values. A union selects its members by kind. */
type Kind =
  | "null"
  | "array"
  | "string"
  | "number"
  | "boolean"
  | "object"
  | "undefined"
  | "function"
  | "symbol"
  | "bigint"

const kindOf = (value: unknown): Kind => value === null ? "null" : Array.isArray(value) ? "array" : typeof value

/** A decoder. */
export interface Shape {
  /** Returns the decoded value, or adds to the issues of the state. */
  readonly run: (value: any, state: State) => unknown
  /** What a value must be, for the message. */
  readonly expected: string
  /** The kinds of values that can match; `undefined` if any can. */
  readonly kinds?: ReadonlyArray<Kind> | undefined
  readonly literal?: unknown
  /** Fields whose only value is a literal, by which unions of objects select a member. */
  readonly tags?: ReadonlyArray<readonly [name: string, literal: unknown]> | undefined
  readonly isOptional?: boolean
  /** Whether the shape turns a missing field into a default. */
  readonly fills?: boolean
  /** Wraps the secrets that are plain strings. `undefined` if the shape has no secrets. */
  readonly wrap?: ((value: any) => unknown) | undefined
  /** The wire name of each of our names. */
  readonly names?: { readonly [name: string]: string }
}

const fail = (state: State, expected: string, isLate = false): void => {
  add(state, { path: [], problem: `Expected ${expected}`, isLate })
}

const add = (state: State, issue: Found): void => {
  state.found.push(issue)
  if (!state.strict && !issue.isLate) state.isOver = true
}

/** A shape that passes values unchanged if they match. */
const leaf = (expected: string, kinds: Shape["kinds"], matches: (value: any) => boolean): Shape => ({
  run: (value, state) => matches(value) ? value : fail(state, expected),
  expected,
  kinds
})

const ofType = (kind: Kind) => leaf(kind, [kind], (value) => typeof value === kind)

export const string: Shape = ofType("string")
export const number: Shape = ofType("number")
export const boolean: Shape = ofType("boolean")
export const nothing: Shape = leaf("null", ["null"], (value) => value === null)
export const absent: Shape = leaf("undefined", ["undefined"], (value) => value === undefined)
export const never: Shape = leaf("never", [], () => false)
export const unknown: Shape = leaf("unknown", undefined, () => true)
export const anyObject: Shape = leaf(
  "object | array | function",
  ["object", "array", "function"],
  (value) => (typeof value === "object" && value !== null) || typeof value === "function"
)
export const date: Shape = leaf(
  "a valid Date",
  undefined,
  (value) => value instanceof Date && !Number.isNaN(value.getTime())
)

const readable = "a secret as text or wrapped by this copy of effect"

export const secret: Shape = {
  ...leaf("Redacted", undefined, Redacted.isRedacted),
  run: (value, state) =>
    !Redacted.isRedacted(value) ? fail(state, "Redacted") : isReadable(value) ? value : fail(state, readable),
  wrap: (value) => typeof value === "string" ? Redacted.make(value) : value
}

/** Returns the shape with a different expectation in its message. */
export const called = (expected: string, shape: Shape): Shape => ({
  ...shape,
  expected,
  run: (value, state) => {
    const before = state.found.length
    const result = shape.run(value, state)
    if (state.found.length === before) return result
    state.found.length = before
    return fail(state, expected)
  }
})

export const literal = (value: unknown): Shape => ({
  ...leaf(JSON.stringify(value), [kindOf(value)], (given) => given === value),
  literal: value
})

/** Returns the shape with additional tests. */
export const check = (shape: Shape, ...tests: ReadonlyArray<Test>): Shape => ({
  ...shape,
  run: (value, state) => {
    const before = state.found.length
    const result = shape.run(value, state)
    if (state.found.length === before) runTests(tests, result, state)
    return result
  }
})

/** A test, and what it requires. */
type Test = readonly [isAllowed: (value: any) => boolean, expected: string]

const runTests = (tests: ReadonlyArray<Test>, value: unknown, state: State): void => {
  for (const [isAllowed, expected] of tests) {
    if (!isAllowed(value)) {
      fail(state, expected)
      if (!state.strict) return
    }
  }
}

export const int: Shape = check(number, [isWhole, "an integer"])
export const finite: Shape = check(number, [isNumber, "a finite number"])

/** Decodes with one shape, transforms the result, and decodes the transformed value with another shape. */
export const chain = (from: Shape, transform: (value: any) => unknown, to: Shape): Shape => ({
  ...from,
  tags: undefined,
  run: (value, state) => {
    const before = state.found.length
    const result = from.run(value, state)
    if (state.found.length > before) return undefined
    const inner: State = { found: [], strict: state.strict, isOver: false }
    const final = to.run(transform(result), inner)
    for (const issue of inner.found) add(state, { ...issue, isLate: true })
    return final
  }
})

/** Returns the shape of a field that is always sent, with this default. */
export const filled = (from: Shape, value: unknown, to: Shape): Shape => ({
  ...chain(from, (given) => given === undefined ? value : given, to),
  fills: true
})

export const optional = (shape: Shape): Shape => ({ ...shape, isOptional: true })

export const array = (item: Shape): Shape => ({
  run: (value, state) => {
    if (!Array.isArray(value)) return fail(state, "array")
    const result = []
    for (let at = 0; at < value.length && !state.isOver; at++) result.push(within(item, value[at], state, at, at))
    return result
  },
  expected: "array",
  kinds: ["array"],
  wrap: item.wrap && ((value) => Array.isArray(value) ? value.map(item.wrap!) : value)
})

export const tuple = (...items: ReadonlyArray<Shape>): Shape => ({
  run: (value, state) => {
    if (!Array.isArray(value)) return fail(state, "array")
    const result = items.map((item, at) => {
      if (state.isOver) return undefined
      return at < value.length ? within(item, value[at], state, at, at) : missing(state, at)
    })
    for (let at = items.length; at < value.length && !state.isOver; at++) unexpected(state, at)
    return result
  },
  expected: "array",
  kinds: ["array"]
})

/** Decodes an inner value, and adds its name to the paths of its issues. */
const within = (shape: Shape, value: unknown, state: State, name: PropertyKey, lateName: PropertyKey): unknown => {
  const before = state.found.length
  const result = shape.run(value, state)
  for (let at = before; at < state.found.length; at++) {
    const { isLate, path } = state.found[at]!
    path.unshift(isLate ? lateName : name)
  }
  return result
}

const missing = (state: State, name: PropertyKey): void =>
  add(state, { path: [name], problem: "Missing key", isLate: false })

const unexpected = (state: State, name: PropertyKey): void =>
  add(state, { path: [name], problem: "Expected no excess property", isLate: false })

const isRecord = (value: unknown): value is { readonly [name: PropertyKey]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const has = (value: object, name: string) => name === "__proto__" ? Object.hasOwn(value, name) : name in value

const put = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
}

interface Fields {
  readonly [name: string]: Shape
}

/** An object on the wire, decoded with our names. `names` are the wire names of irregular fields. */
export const reads = (fields: Fields, names: { readonly [name: string]: string } = {}, rest?: Shape): Shape =>
  object(Object.keys(fields).map((name) => [names[name] ?? snakeCase(name), name, fields[name]!]), rest)

/** An object with our names, encoded for the wire. */
export const writes = (fields: Fields, names: { readonly [name: string]: string } = {}, rest?: Shape): Shape => ({
  ...object(Object.keys(fields).map((name) => [name, names[name] ?? snakeCase(name), fields[name]!, name]), rest),
  names: Object.fromEntries(Object.keys(fields).map((name) => [name, names[name] ?? snakeCase(name)]))
})

/** An object whose names are the same on both sides. */
export const plainly = (fields: Fields, rest?: Shape): Shape =>
  object(Object.keys(fields).map((name) => [name, name, fields[name]!]), rest)

/** An object with any names. */
export const record = (item: Shape): Shape => object([], item)

type Field = readonly [from: string, to: string, shape: Shape, lateName?: string]

const object = (fields: ReadonlyArray<Field>, rest: Shape | undefined): Shape => {
  const known = new Set(fields.map(([from]) => from))
  const tags = fields.flatMap(([from, , { isOptional, literal }]): ReadonlyArray<readonly [string, unknown]> =>
    literal === undefined || isOptional ? [] : [[from, literal]]
  )
  const isKnown = (name: PropertyKey) => known.has(name as string) || (rest !== undefined && typeof name === "string")
  const run = (value: unknown, state: State) => {
    if (!isRecord(value)) return fail(state, "object")
    if (state.strict) {
      for (const name of Reflect.ownKeys(value)) {
        if (!isKnown(name) && Object.prototype.propertyIsEnumerable.call(value, name)) unexpected(state, name)
      }
    }
    const result: { [name: string]: unknown } = {}
    for (const [from, to, shape, lateName = to] of fields) {
      if (has(value, from) || shape.fills) result[to] = within(shape, value[from], state, from, lateName)
      else if (!shape.isOptional) missing(state, from)
      if (state.isOver) return undefined
    }
    if (rest !== undefined) {
      for (const name of Object.keys(value)) {
        if (known.has(name)) continue
        put(result, name, within(rest, value[name], state, name, name))
        if (state.isOver) return undefined
      }
    }
    return result
  }
  const wraps = Object.fromEntries(fields.map(([from, , { wrap }]) => [from, wrap]))
  const wrap = (value: unknown) =>
    isRecord(value) && !Redacted.isRedacted(value)
      ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => {
          const wrap = Object.hasOwn(wraps, name) ? wraps[name] : rest?.wrap
          return [name, wrap === undefined ? item : wrap(item)]
        })
      )
      : value
  return {
    run,
    expected: tags.length === 0
      ? "object"
      : `{ ${
        tags.map(([name, literal]) => `readonly ${JSON.stringify(name)}: ${JSON.stringify(literal)}`).join(", ")
      }, ... }`,
    kinds: ["object"],
    tags: tags.length === 0 ? undefined : tags,
    wrap: rest?.wrap !== undefined || fields.some(([, , { wrap }]) => wrap !== undefined) ? wrap : undefined
  }
}

export const nullable = (shape: Shape): Shape => union(shape, nothing)

/** Decodes with the first shape that matches. */
export const union = (...members: ReadonlyArray<Shape>): Shape => {
  const isCandidate = (member: Shape, value: any, kind: Kind): boolean =>
    "literal" in member
      ? member.literal === value
      : (member.kinds?.includes(kind) ?? true) && (member.tags === undefined || hasTags(member.tags, value))
  const expected = [...new Set(members.map(({ expected }) => expected))].join(" | ")
  const wraps = members.flatMap(({ wrap }) => wrap ?? [])
  const kinds = members.some(({ kinds }) => kinds === undefined)
    ? undefined
    : [...new Set(members.flatMap(({ kinds }) => kinds!))]
  return {
    run: (value, state) => {
      const kind = kindOf(value)
      const candidates = members.filter((member) => isCandidate(member, value, kind))
      if (candidates.length === 0) return fail(state, expected)
      if (candidates.length === 1) return candidates[0]!.run(value, state)
      const issues: Array<Found> = []
      for (const candidate of candidates) {
        const inner: State = { found: [], strict: state.strict, isOver: false }
        const result = candidate.run(value, inner)
        if (inner.found.length === 0) return result
        issues.push(...reported(inner))
      }
      for (const issue of issues) add(state, issue)
      return undefined
    },
    expected,
    kinds,
    wrap: wraps.length === 0 ? undefined : (value) => wraps.reduce((wrapped, wrap) => wrap(wrapped), value)
  }
}

/** Whether a value has at least one of the tag fields, and every one that is present has the expected literal. */
const hasTags = (tags: Exclude<Shape["tags"], undefined>, value: { readonly [name: string]: unknown }): boolean => {
  const present = tags.filter(([name]) => has(value, name))
  return present.length > 0 && present.every(([name, literal]) => value[name] === literal)
}

/**
 * Returns the issues that `Schema` reports. If only the first is reported, issues on the wire take precedence over
 * issues after a transformation.
 */
const reported = ({ found, strict }: State): ReadonlyArray<Found> => {
  if (strict) return found
  const early = found.filter(({ isLate }) => !isLate)
  return early.length > 0 ? early : found.slice(0, 1)
}

/** The result of a decoder. */
export type Decoded<A = unknown> = Result.Result<A, ReadonlyArray<Issue>>

/** Runs a decoder. With `strict`, reports all issues, including unknown fields. */
export const decodeWith = (shape: Shape, value: unknown, strict = false): Decoded => {
  const state: State = { found: [], strict, isOver: false }
  const result = shape.run(value, state)
  return state.found.length === 0
    ? Result.succeed(result)
    : Result.fail(reported(state).map(({ path, problem }) => ({ path: path.map(String).join("."), problem })))
}
