/**
 * A part of the query language of analytics: one SELECT from one table, with parameters, conditions joined by AND,
 * counts, groups, an order and a limit. Everything else is rejected with an error that names it. docs/platform.md §23.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { AnalyticsQueryError } from "../../../../schemas/errors/analytics.ts"
import type { Project } from "../../state/index.ts"
import { type Row, rowsOf, tableNames } from "./analyticsTables.ts"

type Params = { readonly [name: string]: Schema.Json }

/** Maximum number of rows in a result. */
const maxRows = 10_000

/** Why a query is rejected. */
class Rejected {
  readonly error: string
  constructor(error: string) {
    this.error = error
  }
}

const reject = (error: string): never => {
  throw new Rejected(error)
}

const token = /\s+|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|'(?:[^'\\]|\\.|'')*'?|\{[^{}]+\}|<>|!=|<=|>=|[^\s]/g

/** Tokens of a query, read one at a time. */
class Tokens {
  readonly #all: ReadonlyArray<string>
  #at = 0

  constructor(query: string) {
    this.#all = (query.match(token) ?? []).filter((text) => text.trim() !== "")
  }

  /** Next token, or an empty text at the end. */
  get next(): string {
    return this.#all[this.#at] ?? ""
  }

  take(): string {
    const { next } = this
    this.#at++
    return next
  }

  /** Takes the next token if it is this word. */
  takes(...words: ReadonlyArray<string>): boolean {
    const matches = words.every((word, offset) => this.#all[this.#at + offset]?.toUpperCase() === word)
    if (matches) this.#at += words.length
    return matches
  }

  expect(word: string): void {
    if (!this.takes(word)) reject(`Syntax error: expected ${word}, got ${this.next || "the end of the query"}`)
  }
}

type Expression =
  | { readonly type: "value"; readonly value: Schema.Json }
  | { readonly type: "column"; readonly name: string }
  | { readonly type: "count" }

interface Item {
  readonly expression: Expression
  readonly name: string
}

const name = /^[A-Za-z_$][\w$]*$/

const unescaped = (text: string): string => text.slice(1, -1).replace(/''|\\(.)/g, (_, escaped) => escaped ?? "'")

const expressionOf = (tokens: Tokens, params: Params): Expression => {
  const text = tokens.take()
  if (text.startsWith("'")) {
    if (!text.endsWith("'") || text === "'") return reject("A text is not closed")
    return { type: "value", value: unescaped(text) }
  }
  if (/^\d/.test(text)) return { type: "value", value: Number(text) }
  if (text.startsWith("{")) {
    const param = text.slice(1, text.indexOf(":")).trim()
    if (!Object.hasOwn(params, param)) return reject(`The parameter ${param} is not set`)
    return { type: "value", value: params[param]! }
  }
  if (/^(?:true|false|null)$/i.test(text)) {
    return { type: "value", value: JSON.parse(text.toLowerCase()) as Schema.Json }
  }
  if (text.toLowerCase() === "count" && tokens.takes("(")) {
    tokens.takes("*")
    tokens.expect(")")
    return { type: "count" }
  }
  if (!name.test(text)) return reject(`Syntax error at ${text || "the end of the query"}`)
  if (tokens.next === "(") return reject(`The emulator doesn't support the function ${text}`)
  return { type: "column", name: text }
}

const itemOf = (tokens: Tokens, params: Params): Item => {
  const source = tokens.next
  const expression = expressionOf(tokens, params)
  const named = tokens.takes("AS") ? tokens.take() : expression.type === "count" ? "count()" : source
  return { expression, name: named }
}

const listOf = <A>(tokens: Tokens, read: () => A): ReadonlyArray<A> => {
  const items = [read()]
  while (tokens.takes(",")) items.push(read())
  return items
}

type Evaluate = (expression: Expression, group: ReadonlyArray<Row>) => Schema.Json

const evaluate: Evaluate = (expression, group) => {
  if (expression.type === "value") return expression.value
  if (expression.type === "count") return group.length
  const row = group[0] ?? {}
  return Object.hasOwn(row, expression.name) ? row[expression.name]! : reject(`Unknown column ${expression.name}`)
}

const compare = (a: Schema.Json, b: Schema.Json): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1

const comparisons: { readonly [operator: string]: (order: number) => boolean } = {
  "=": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0
}

const conditionOf = (tokens: Tokens, params: Params): (row: Row) => boolean => {
  const left = expressionOf(tokens, params)
  const operator = tokens.take()
  const holds = Object.hasOwn(comparisons, operator) ? comparisons[operator]! : reject(
    `The emulator doesn't support the operator ${operator}`
  )
  const right = expressionOf(tokens, params)
  return (row) => {
    const [a, b] = [evaluate(left, [row]), evaluate(right, [row])]
    return a !== null && b !== null && holds(compare(a, b))
  }
}

const groupsOf = (rows: ReadonlyArray<Row>, columns: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<Row>> => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) {
    const key = JSON.stringify(columns.map((name) => evaluate({ type: "column", name }, [row])))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups.values()]
}

const tableOf = (project: Project, tokens: Tokens): ReadonlyArray<Row> => {
  tokens.takes("DEFAULT", ".")
  const table = tokens.take()
  return rowsOf(project, table)
    ?? reject(`Unknown table ${table}. The emulator has the tables ${tableNames.join(", ")}`)
}

const resultOf = (project: Project, query: string, params: Params): ReadonlyArray<Row> => {
  const tokens = new Tokens(query)
  if (!tokens.takes("SELECT")) return reject(`Only SELECT is allowed, got ${tokens.next || "an empty query"}`)
  const isAll = tokens.takes("*")
  const items = isAll ? [] : listOf(tokens, () => itemOf(tokens, params))
  const hasTable = tokens.takes("FROM")
  let rows = hasTable ? tableOf(project, tokens) : [{}]
  if (tokens.takes("WHERE")) {
    do {
      rows = rows.filter(conditionOf(tokens, params))
    } while (tokens.takes("AND"))
  }
  const grouped = tokens.takes("GROUP", "BY") ? listOf(tokens, () => tokens.take()) : undefined
  const counts = items.some(({ expression }) => expression.type === "count")
  const groups = grouped !== undefined ? groupsOf(rows, grouped) : counts ? [rows] : rows.map((row) => [row])
  let result = groups.map((group): Row =>
    isAll ? group[0]! : Object.fromEntries(items.map((item) => [item.name, evaluate(item.expression, group)]))
  )
  if (tokens.takes("ORDER", "BY")) {
    const column = tokens.take()
    const sign = tokens.takes("DESC") ? -1 : (tokens.takes("ASC"), 1)
    const valueOf = (row: Row, group: ReadonlyArray<Row>) =>
      Object.hasOwn(row, column) ? row[column]! : evaluate({ type: "column", name: column }, group)
    result = result
      .map((row, at) => ({ row, value: valueOf(row, groups[at]!) }))
      .sort((a, b) => sign * compare(a.value, b.value))
      .map(({ row }) => row)
  }
  if (tokens.takes("LIMIT")) {
    const limit = expressionOf(tokens, params)
    result = result.slice(0, limit.type === "value" ? Number(limit.value) : 0)
  }
  tokens.takes(";")
  if (tokens.next !== "") return reject(`The emulator doesn't support ${tokens.next} here`)
  return result.length > maxRows ? reject(`The result has more than ${maxRows} rows`) : result
}

/** Runs a query on the project's rows. */
export const runQuery = (
  project: Project,
  query: string,
  params: Params
): Effect.Effect<ReadonlyArray<Row>, AnalyticsQueryError> =>
  Effect.suspend(() =>
    Effect.fromResult(
      Result.try({
        try: () => resultOf(project, query, params),
        catch: (thrown) => {
          if (!(thrown instanceof Rejected)) throw thrown
          return new AnalyticsQueryError({ error: thrown.error })
        }
      })
    )
  )
