/** Functions of the column store that the embedded engine lacks or implements differently. */
import { reject } from "./sqlTokens.ts"

/** Value in the engine. Times are strings in UTC. */
export type SqlValue = number | string | null

/** Prefix of strings that contain JSON: columns, lists and objects. */
export const jsonMark = "\u0001"

const asJson = (value: unknown): string => `${jsonMark}${JSON.stringify(value)}`

/** Returns the JSON of a value, or `undefined`. Functions also accept strings that contain JSON. */
const jsonOf = (value: SqlValue): unknown => {
  if (typeof value !== "string") return undefined
  try {
    return JSON.parse(value.startsWith(jsonMark) ? value.slice(jsonMark.length) : value)
  } catch {
    return undefined
  }
}

const listOf = (value: SqlValue): ReadonlyArray<unknown> => {
  const json = jsonOf(value)
  return Array.isArray(json) ? json : []
}

/** Converts a JSON value to a value of the engine. */
const fromJson = (value: unknown): SqlValue =>
  value === undefined || value === null
    ? null
    : typeof value === "object"
    ? asJson(value)
    : typeof value === "boolean"
    ? Number(value)
    : value as number | string

const at = (value: unknown, keys: ReadonlyArray<SqlValue>): unknown =>
  keys.reduce<unknown>((inner, key) => {
    if (typeof inner !== "object" || inner === null || key === null) return undefined
    if (Array.isArray(inner)) return typeof key === "number" ? inner.at(key > 0 ? key - 1 : key) : undefined
    return Object.hasOwn(inner, key) ? (inner as { readonly [name: string]: unknown })[key] : undefined
  }, value)

const two = (number: number): string => String(number).padStart(2, "0")

const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const secondOf = (millis: number): string => new Date(millis).toISOString().slice(0, 19).replace("T", " ")

/** Parses a time: a string in UTC, or seconds. Returns `NaN` for other values. */
const millisOf = (value: SqlValue): number => {
  if (value === null) return Number.NaN
  if (typeof value === "number") return value * 1000
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)Z?)?$/.exec(value)
  return match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2] ?? "00:00:00"}Z`)
}

/** Creates a function of a time. It returns NULL for NULL, and rejects other strings. */
const ofTime = (read: (millis: number) => SqlValue) => (value: SqlValue): SqlValue => {
  if (value === null) return null
  const millis = millisOf(value)
  return Number.isNaN(millis) ? reject(`Cannot parse the time '${value}'`) : read(millis)
}

const part = (read: (date: Date) => number) => ofTime((millis) => read(new Date(millis)))

/** Returns the start of a period as a string with or without the time. */
const start = (format: (millis: number) => string, change: (date: Date) => void) =>
  ofTime((millis) => {
    const date = new Date(millis)
    change(date)
    return format(date.getTime())
  })

const day = 86_400_000

const unitMillis: { readonly [unit: string]: number } = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day,
  week: 7 * day
}

const unitMonths: { readonly [unit: string]: number } = { month: 1, quarter: 3, year: 12 }

/** Adds an interval to a time, and keeps the time's format. The last day of a shorter month replaces a missing day. */
const addInterval = (value: SqlValue, count: SqlValue, unit: SqlValue): SqlValue => {
  const millis = millisOf(value)
  const name = String(unit).toLowerCase()
  const amount = Number.parseInt(String(count), 10)
  if (Number.isNaN(millis)) return null
  const date = new Date(millis)
  const months = unitMonths[name]
  if (months !== undefined) {
    const dayOfMonth = date.getUTCDate()
    date.setUTCDate(1)
    date.setUTCMonth(date.getUTCMonth() + months * amount)
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    date.setUTCDate(Math.min(dayOfMonth, last))
  } else date.setTime(millis + amount * (unitMillis[name] ?? 0))
  const text = String(value)
  const keepsDate = /^\d{4}-\d\d-\d\d$/.test(text) && !["second", "minute", "hour"].includes(name)
  return keepsDate
    ? dateOf(date.getTime())
    : text.includes(".")
    ? date.toISOString().replace("T", " ").replace("Z", "")
    : secondOf(date.getTime())
}

/** Number of unit boundaries between two times. */
const dateDiff = (unit: SqlValue, from: SqlValue, to: SqlValue): SqlValue => {
  const name = String(unit).toLowerCase()
  const [a, b] = [millisOf(from), millisOf(to)]
  const months = unitMonths[name]
  if (months === undefined) {
    const length = unitMillis[name] ?? reject(`The unit ${name} is unknown`)
    // weeks begin on Mondays, and the epoch was a Thursday
    const shift = name === "week" ? 3 * day : 0
    return Math.floor((b + shift) / length) - Math.floor((a + shift) / length)
  }
  const index = (millis: number) => {
    const date = new Date(millis)
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months)
  }
  return index(b) - index(a)
}

const formatDateTime = (value: SqlValue, format: SqlValue): SqlValue => {
  const millis = millisOf(value)
  if (Number.isNaN(millis)) return null
  const date = new Date(millis)
  const parts: { readonly [letter: string]: string } = {
    Y: String(date.getUTCFullYear()),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    H: two(date.getUTCHours()),
    i: two(date.getUTCMinutes()),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    s: two(date.getUTCSeconds()),
    F: dateOf(millis),
    T: secondOf(millis).slice(11),
    "%": "%"
  }
  return String(format).replace(/%(.)/g, (all, letter: string) => parts[letter] ?? all)
}

/** Returns a regular expression for a LIKE pattern, in which a backslash escapes. */
const likePattern = (pattern: string, flags: string): RegExp =>
  new RegExp(
    `^${
      pattern.replace(/\\([\s\S])|([%_])|([.*+?^${}()|[\]\\])/g, (_, escaped, wildcard, special) =>
        escaped !== undefined
          ? escaped.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
          : wildcard === "%"
          ? "[\\s\\S]*"
          : wildcard === "_"
          ? "[\\s\\S]"
          : `\\${special}`)
    }$`,
    flags
  )

const like = (flags: string) => (pattern: SqlValue, value: SqlValue): SqlValue =>
  pattern === null || value === null ? null : Number(likePattern(String(pattern), flags).test(String(value)))

const textOf = (value: SqlValue): string =>
  value === null ? "" : typeof value === "string" && value.startsWith(jsonMark) ? value.slice(1) : String(value)

const ofText = (read: (text: string) => SqlValue) => (value: SqlValue): SqlValue =>
  value === null ? null : read(textOf(value))

const numberOf = (value: SqlValue): number =>
  typeof value === "number" ? value : value === null || value.trim() === "" ? Number.NaN : Number(value)

/** Converts to a number. A string that isn't a number is rejected, or becomes 0 or NULL. */
const toNumber = (isWhole: boolean, invalid?: SqlValue) => (value: SqlValue): SqlValue => {
  if (value === null) return null
  const time = isWhole && typeof value === "string" ? millisOf(value) : Number.NaN
  const number = Number.isNaN(time) ? numberOf(value) : Math.floor(time / 1000)
  if (Number.isNaN(number)) return invalid === undefined ? reject(`Cannot parse the number '${value}'`) : invalid
  return isWhole ? Math.trunc(number) : number
}

const castTo = (value: SqlValue, type: SqlValue): SqlValue => {
  const name = String(type).replace(/^(?:Nullable|LowCardinality)\((.*)\)$/s, "$1").trim()
  if (value === null) return null
  if (/^U?Int/i.test(name)) return toNumber(true)(value)
  if (/^(?:Float|Decimal|Double)/i.test(name)) return toNumber(false)(value)
  if (/^DateTime64/i.test(name)) {
    return ofTime((millis) => new Date(millis).toISOString().replace("T", " ").replace("Z", ""))(value)
  }
  if (/^DateTime/i.test(name)) return ofTime(secondOf)(value)
  if (/^Date/i.test(name)) return ofTime(dateOf)(value)
  if (/^Bool/i.test(name)) return Number(value === "true" || (value !== "false" && Boolean(numberOf(value))))
  return /^(?:String|UUID|FixedString)/i.test(name)
    ? textOf(value)
    : reject(`The emulator doesn't support the type ${name}`)
}

const urlPart = (read: (url: URL) => string) =>
  ofText((text) => {
    try {
      return read(new URL(text))
    } catch {
      return ""
    }
  })

const jsonValue = (read: (value: unknown) => SqlValue) => (json: SqlValue, ...keys: ReadonlyArray<SqlValue>) =>
  read(at(jsonOf(json), keys))

const many = <F extends (...args: ReadonlyArray<SqlValue>) => SqlValue>(least: number, most: number, run: F) =>
  Array.from(
    { length: most - least + 1 },
    (_, extra) => Object.defineProperty((...args: Array<SqlValue>) => run(...args), "length", { value: least + extra })
  )

type Scalar = (...args: Array<any>) => SqlValue

/** Maximum number of rows of `numbers`. */
const maxNumbers = 1_000_000

type Scalars = { readonly [name: string]: Scalar | ReadonlyArray<Scalar> }

const dateFunctions: Scalars = {
  toDate: many(1, 2, (value = null) => ofTime(dateOf)(value)),
  toDateTime: many(1, 2, (value = null) => ofTime(secondOf)(value)),
  toDateTime64: many(2, 3, (value = null) => castTo(value, "DateTime64")),
  parseDateTimeBestEffort: (value) => ofTime(secondOf)(value),
  toStartOfMinute: start(secondOf, (date) => date.setUTCSeconds(0, 0)),
  toStartOfHour: start(secondOf, (date) => date.setUTCMinutes(0, 0, 0)),
  toStartOfDay: start(secondOf, (date) => date.setUTCHours(0, 0, 0, 0)),
  toMonday: start(dateOf, (date) => date.setUTCDate(date.getUTCDate() - (date.getUTCDay() + 6) % 7)),
  // weeks begin on Sundays or, with mode 1, on Mondays
  toStartOfWeek: many(
    1,
    2,
    (value = null, mode = 0) =>
      start(
        dateOf,
        (date) => date.setUTCDate(date.getUTCDate() - (date.getUTCDay() + (Number(mode) % 2 === 1 ? 6 : 0)) % 7)
      )(value)
  ),
  toStartOfMonth: start(dateOf, (date) => date.setUTCDate(1)),
  toStartOfQuarter: start(dateOf, (date) => date.setUTCMonth(Math.floor(date.getUTCMonth() / 3) * 3, 1)),
  toStartOfYear: start(dateOf, (date) => date.setUTCMonth(0, 1)),
  toYear: part((date) => date.getUTCFullYear()),
  toMonth: part((date) => date.getUTCMonth() + 1),
  toDayOfMonth: part((date) => date.getUTCDate()),
  toDayOfWeek: part((date) => (date.getUTCDay() + 6) % 7 + 1),
  toHour: part((date) => date.getUTCHours()),
  toMinute: part((date) => date.getUTCMinutes()),
  toSecond: part((date) => date.getUTCSeconds()),
  toYYYYMM: part((date) => date.getUTCFullYear() * 100 + date.getUTCMonth() + 1),
  toUnixTimestamp: ofTime((millis) => Math.floor(millis / 1000)),
  toUnixTimestamp64Milli: ofTime((millis) => millis),
  fromUnixTimestamp64Milli: (value) => value === null ? null : castTo(Number(value) / 1000, "DateTime64"),
  formatDateTime,
  dateDiff,
  addInterval,
  ...Object.fromEntries(
    [...Object.keys(unitMillis), ...Object.keys(unitMonths)].flatMap((unit) => {
      const name = `${unit[0]!.toUpperCase()}${unit.slice(1)}s`
      return [
        [`add${name}`, (value: SqlValue, count: SqlValue) => addInterval(value, count, unit)],
        [`subtract${name}`, (value: SqlValue, count: SqlValue) => addInterval(value, -Number(count), unit)]
      ]
    })
  )
}

const castFunctions: Scalars = {
  toString: ofText((text) => text),
  castTo,
  ...Object.fromEntries(
    ["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Float32", "Float64"].flatMap((type) => {
      const isWhole = !type.startsWith("Float")
      return [
        [`to${type}`, toNumber(isWhole)],
        [`to${type}OrZero`, toNumber(isWhole, 0)],
        [`to${type}OrNull`, toNumber(isWhole, null)]
      ]
    })
  )
}

const numberFunctions: Scalars = {
  multiIf: [3, 5, 7, 9, 11].flatMap((count) =>
    many(count, count, (...args) => {
      for (let at = 0; at + 1 < args.length; at += 2) if (args[at]) return args[at + 1]!
      return args.at(-1)!
    })
  ),
  isNull: (value) => Number(value === null),
  isNotNull: (value) => Number(value !== null),
  assumeNotNull: (value) => value,
  toNullable: (value) => value,
  materialize: (value) => value,
  greatest: many(2, 6, (...args) => args.includes(null) ? null : args.reduce((a, b) => a! > b! ? a : b)!),
  least: many(2, 6, (...args) => args.includes(null) ? null : args.reduce((a, b) => a! < b! ? a : b)!),
  intDiv: (a, b) => Math.trunc(a / b),
  modulo: (a, b) => a % b,
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b
}

const textFunctions: Scalars = {
  like: like(""),
  regexp: like("i"),
  matches: (value, pattern) => value === null ? null : Number(new RegExp(String(pattern)).test(textOf(value))),
  concat: many(1, 8, (...args) => args.includes(null) ? null : args.map(textOf).join("")),
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  empty: (value) => value === null ? null : Number(lengthOf(value) === 0),
  notEmpty: (value) => value === null ? null : Number(lengthOf(value) > 0),
  length: (value) => value === null ? null : lengthOf(value),
  substring: many(2, 3, (value = null, from = 1, count) => {
    if (value === null) return null
    const begin = Number(from) > 0 ? Number(from) - 1 : Math.max(0, textOf(value).length + Number(from))
    return textOf(value).slice(begin, count === undefined ? undefined : begin + Number(count))
  }),
  leftText: (value, count) => ofText((text) => text.slice(0, Number(count)))(value),
  rightText: (value, count) => ofText((text) => text.slice(Math.max(0, text.length - Number(count))))(value),
  position: (value, needle) => ofText((text) => text.indexOf(textOf(needle)) + 1)(value),
  startsWith: (value, prefix) => ofText((text) => Number(text.startsWith(textOf(prefix))))(value),
  endsWith: (value, suffix) => ofText((text) => Number(text.endsWith(textOf(suffix))))(value),
  replaceAll: (value, from, to) => ofText((text) => text.replaceAll(textOf(from), textOf(to)))(value),
  replaceOne: (value, from, to) => ofText((text) => text.replace(textOf(from), () => textOf(to)))(value),
  domain: urlPart(({ hostname }) => hostname),
  path: urlPart(({ pathname }) => pathname)
}

const jsonFunctions: Scalars = {
  jsonAt: (json, path) => fromJson(at(jsonOf(json), String(path).split("."))),
  jsonList: (json) => `${jsonMark}${json}`,
  plainJson: (json) => JSON.stringify(listOf(json)),
  JSONExtractString: many(1, 5, jsonValue((value) => typeof value === "string" ? value : "")),
  JSONExtractInt: many(1, 5, jsonValue((value) => typeof value === "number" ? Math.trunc(value) : 0)),
  JSONExtractUInt: many(1, 5, jsonValue((value) => typeof value === "number" ? Math.trunc(value) : 0)),
  JSONExtractFloat: many(1, 5, jsonValue((value) => typeof value === "number" ? value : 0)),
  JSONExtractBool: many(1, 5, jsonValue((value) => Number(value === true))),
  JSONExtractRaw: many(1, 5, jsonValue((value) => value === undefined ? "" : JSON.stringify(value))),
  JSONExtractArrayRaw: many(
    1,
    5,
    jsonValue((value) => asJson(Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : []))
  ),
  JSONExtractKeys: many(
    1,
    5,
    jsonValue((value) =>
      asJson(typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [])
    )
  ),
  JSONHas: many(2, 5, jsonValue((value) => Number(value !== undefined))),
  JSONLength: many(
    1,
    5,
    jsonValue((value) => typeof value === "object" && value !== null ? Object.keys(value).length : 0)
  ),
  has: (list, value) => Number(listOf(list).includes(value)),
  splitByChar: (separator, value) => asJson(textOf(value).split(textOf(separator))),
  arrayStringConcat: many(1, 2, (list = null, separator = "") => listOf(list).join(textOf(separator))),
  range: many(
    1,
    2,
    (from = 0, to) =>
      asJson(to === undefined ? numbers(0, Number(from)) : numbers(Number(from), Number(to) - Number(from)))
  ),
  numberList: (from, count) => JSON.stringify(numbers(Number(from), Number(count)))
}

/**
 * Returns the functions that return one value, by name. Entries with the same name differ in their number of arguments.
 */
export const scalars = ({ limitMillis, now, projectId }: {
  readonly now: number
  readonly projectId: string
  readonly limitMillis: number
}): Scalars => ({
  now: many(0, 1, () => secondOf(now)),
  today: () => dateOf(now),
  yesterday: () => dateOf(now - day),
  ...dateFunctions,
  ...castFunctions,
  ...numberFunctions,
  ...textFunctions,
  ...jsonFunctions,
  currentDatabase: () => "default",
  getSetting: (name) =>
    name === "SQL_project_id"
      ? projectId
      : name === "SQL_branch_id"
      ? "main"
      : reject(`The setting ${name} is unknown`),
  // doesn't wait, because queries run on the emulator's own thread
  sleep: (seconds) => Number(seconds) * 1000 >= limitMillis ? reject(timeoutError(limitMillis)) : 0
})

/** Error of a query that took too long. */
export const timeoutError = (limitMillis: number): string =>
  `The query took longer than ${limitMillis} ms and was stopped. Simplify it, or read fewer rows.`

const lengthOf = (value: number | string): number =>
  typeof value === "string" && value.startsWith(jsonMark) ? listOf(value).length : String(value).length

const numbers = (from: number, count: number): ReadonlyArray<number> =>
  count > maxNumbers
    ? reject(`The emulator generates at most ${maxNumbers} numbers`)
    : Array.from({ length: Math.max(0, count) }, (_, index) => from + index)

/** An aggregate: its initial state, a step, and its result. */
interface Aggregate {
  readonly init: () => any
  readonly step: (...args: Array<any>) => any
  readonly finalize: (state: any) => SqlValue
}

const sorted = (values: ReadonlyArray<number>): ReadonlyArray<number> => values.toSorted((a, b) => a - b)

/** Quantile at a level from 0 to 1, interpolated between its neighbors. */
const quantileOf = (values: ReadonlyArray<number>, level: number): SqlValue => {
  if (values.length === 0) return null
  const all = sorted(values)
  const position = (all.length - 1) * level
  const below = Math.floor(position)
  return all[below]! + ((all[below + 1] ?? all[below]!) - all[below]!) * (position - below)
}

const collected = (finalize: (values: Array<any>) => SqlValue): Aggregate => ({
  init: () => [],
  step: (values: Array<unknown>, value: SqlValue) => {
    if (value !== null) values.push(value)
    return values
  },
  finalize: (values) => finalize(values ?? [])
})

/** Adds a condition as the last argument. */
const onlyIf = ({ finalize, init, step }: Aggregate): Aggregate => ({
  init,
  step: step.length === 1
    ? (state: unknown, condition: SqlValue) => condition ? step(state) : state
    : (state: unknown, value: SqlValue, condition: SqlValue) => condition ? step(state, value) : state,
  finalize
})

const sum = collected((values) => values.reduce((total, value) => total + Number(value), 0))

const avg = collected((values) =>
  values.length === 0 ? null : values.reduce((total, value) => total + Number(value), 0) / values.length
)

const uniq = collected((values) => new Set(values).size)

const count: Aggregate = { init: () => 0, step: (total: number) => total + 1, finalize: (total) => total ?? 0 }

/** Keeps the first argument of the row whose second argument is the greatest or least. */
const atBest = (isBetter: (value: SqlValue, best: SqlValue) => boolean): Aggregate => ({
  init: () => null,
  step: (state: { readonly value: SqlValue; readonly by: SqlValue } | null, value: SqlValue, by: SqlValue) =>
    by !== null && (state === null || isBetter(by, state.by)) ? { value, by } : state,
  finalize: (state) => state?.value ?? null
})

/** Returns the most frequent values, most frequent first. */
const mostFrequent = (values: ReadonlyArray<SqlValue>, count: number): SqlValue => {
  const counts = new Map<SqlValue, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return asJson([...counts].sort((a, b) => b[1] - a[1]).slice(0, count).map(([value]) => value))
}

/** Creates an aggregate with a parameter, which is the same in all rows. */
const withParameter = (finalize: (values: Array<any>, parameter: number) => SqlValue): Aggregate => ({
  init: () => ({ values: [], parameter: 0 }),
  step: (state: { values: Array<unknown>; parameter: number }, value: SqlValue, parameter: SqlValue) => {
    if (value !== null) state.values.push(value)
    state.parameter = Number(parameter)
    return state
  },
  finalize: (state) => finalize(state?.values ?? [], state?.parameter ?? 0)
})

const any = collected((values) => values[0] ?? null)

/** Aggregates by name. */
export const aggregates: { readonly [name: string]: Aggregate } = {
  sum,
  avg,
  any,
  anyLast: collected((values) => values.at(-1) ?? null),
  uniq,
  uniqExact: uniq,
  uniqCombined: uniq,
  uniqHLL12: uniq,
  countIf: onlyIf(count),
  sumIf: onlyIf(sum),
  avgIf: onlyIf(avg),
  anyIf: onlyIf(any),
  uniqIf: onlyIf(uniq),
  uniqExactIf: onlyIf(uniq),
  minIf: onlyIf(collected((values) => values.length === 0 ? null : values.reduce((a, b) => a < b ? a : b))),
  maxIf: onlyIf(collected((values) => values.length === 0 ? null : values.reduce((a, b) => a > b ? a : b))),
  median: collected((values) => quantileOf(values, 0.5)),
  quantile: withParameter(quantileOf),
  quantileExact: withParameter(quantileOf),
  quantileTDigest: withParameter(quantileOf),
  topK: withParameter(mostFrequent),
  argMax: atBest((value, best) => value! > best!),
  argMin: atBest((value, best) => value! < best!),
  groupArray: collected(asJson),
  groupUniqArray: collected((values) => asJson([...new Set(values)])),
  stddevPop: collected((values) => {
    const mean = values.reduce((total, value) => total + value, 0) / values.length
    return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length)
  })
}
