/**
 * Analytics queries, run by SQLite in WebAssembly, which is loaded on first use. Queries are translated to its dialect.
 * A query that the emulator can't run is rejected with an error that names the reason. docs/platform.md §23.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Database, SqlJsStatic } from "sql.js"
import { AnalyticsQueryError } from "../../../../schemas/errors/analytics.ts"
import { type AnalyticsQuery, type AnalyticsRow, type Project, withinLimit } from "../../state/index.ts"
import { columnsOf, flagColumns, rowsOf, tableNames } from "./analyticsTables.ts"
import { statementOf, type Translated, translated } from "./sqlDialect.ts"
import { aggregates, jsonMark, scalars, type SqlValue, timeoutError } from "./sqlFunctions.ts"
import { isWord, type Node, reject, Rejected } from "./sqlTokens.ts"

type Params = AnalyticsQuery["params"]

/** Maximum number of rows in a result. */
const maxRows = 10_000

/** Maximum size of a result in characters of JSON. */
const maxSize = 10 * 1024 * 1024

/** Maximum duration in milliseconds of real time. Queries run on the emulator's own thread, over few rows. */
const maxMillis = 2000

/** The engine, loaded on first use. */
let engine: Promise<SqlJsStatic> | undefined

const loadEngine = (): Promise<SqlJsStatic> => engine ??= import("sql.js").then(({ default: init }) => init())

/** Returns a value as the engine stores it. */
const stored = (value: Schema.Json | undefined): SqlValue =>
  value === undefined || value === null
    ? null
    : typeof value === "object"
    ? `${jsonMark}${JSON.stringify(value)}`
    : typeof value === "boolean"
    ? Number(value)
    : value

/** In JSON columns, values other than objects also carry the mark. */
const cell = (value: Schema.Json | undefined, type: string): SqlValue =>
  type === "JSON" && value !== undefined ? `${jsonMark}${JSON.stringify(value)}` : stored(value)

const createTable = (db: Database, project: Project, table: string): void => {
  const columns = Object.entries(columnsOf(table))
  const names = columns.map(([column]) => `"${column}"`).join(", ")
  db.run(`CREATE TABLE ${table} (${names})`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => "?").join(", ")})`)
  for (const row of rowsOf(project, table)) insert.run(columns.map(([column, type]) => cell(row[column], type)))
  insert.free()
}

/** The engine's database with a method that its types lack. */
interface WithAggregates extends Database {
  readonly create_aggregate: (name: string, aggregate: object) => void
}

const defineFunctions = (
  db: Database,
  context: Parameters<typeof scalars>[0],
  caught: (error: Rejected) => void
): void => {
  // the engine turns a value that a function throws into a string, so a rejection is kept here
  const kept = <Args extends ReadonlyArray<any>, A>(run: (...args: Args) => A) =>
    Object.defineProperty(
      (...args: Args): A => {
        try {
          return run(...args)
        } catch (thrown) {
          if (thrown instanceof Rejected) caught(thrown)
          throw thrown instanceof Rejected ? new Error(thrown.error) : thrown
        }
      },
      "length",
      { value: run.length }
    )
  for (const [name, runs] of Object.entries(scalars(context))) {
    for (const run of Array.isArray(runs) ? runs : [runs]) db.create_function(name, kept(run))
  }
  for (const [name, aggregate] of Object.entries(aggregates)) (db as WithAggregates).create_aggregate(name, aggregate)
}

const paramsOf = ({ params }: Translated, given: Params): { readonly [name: string]: SqlValue } =>
  Object.fromEntries(params.map(({ name, type }) => {
    if (!Object.hasOwn(given, name)) return reject(`Substitution ${name} is not set`)
    const value = stored(given[name]!)
    const isNumber = /^(?:Nullable\()?(?:U?Int|Float|Decimal)/.test(type)
    return [`:p_${name}`, isNumber && value !== null ? Number(value) : value]
  }))

/** Returns a value as the column store writes it. */
const shown = (value: SqlValue, column: string, { renamed }: Translated): Schema.Json => {
  const source = renamed.get(column) ?? column
  if (typeof value === "string" && value.startsWith(jsonMark)) return JSON.parse(value.slice(jsonMark.length))
  if (flagColumns.has(source) && (value === 0 || value === 1)) return value === 1
  return typeof value === "number" && !Number.isFinite(value) ? null : value
}

const rowsOfQuery = (db: Database, query: Translated, params: Params): ReadonlyArray<AnalyticsRow> => {
  const statement = db.prepare(query.sql, paramsOf(query, params) as never)
  const columns = statement.getColumnNames()
  const rows: Array<AnalyticsRow> = []
  let size = 0
  while (statement.step()) {
    const values = statement.get() as ReadonlyArray<SqlValue>
    const row = Object.fromEntries(columns.map((column, at) => [column, shown(values[at]!, column, query)]))
    size += JSON.stringify(row).length
    if (rows.push(row) > maxRows) return reject(`The result has more than ${maxRows} rows`)
    if (size > maxSize) return reject(`The result has more than ${maxSize} characters`)
  }
  return rows
}

/** Explains an error of the engine. */
const explained = (message: string): string => {
  const [, what, name] =
    /^(no such table|no such column|no such function|wrong number of arguments to function): ?(.*)$/
      .exec(message) ?? []
  switch (what) {
    case "no such table":
      return `Unknown table ${name}. The emulator has the tables ${tableNames.join(", ")}`
    case "no such column":
      return `Unknown column ${name}`
    case "no such function":
      return `The emulator doesn't support the function ${name}. Use another one, or query the platform`
    default:
      return message.replace(/^near "(.*)": syntax error$/, "Syntax error near $1").replace(
        /^incomplete input$/,
        "Syntax error: the query ends too early"
      )
  }
}

const run = (sql: SqlJsStatic, project: Project, query: Translated, params: Params, options: Options) => {
  const db = new sql.Database()
  let rejected: Rejected | undefined
  try {
    for (const table of query.tables) createTable(db, project, table)
    defineFunctions(db, { ...options, projectId: project.id }, (error) => rejected ??= error)
    return rowsOfQuery(db, query, params)
  } catch (thrown) {
    if (rejected !== undefined) throw rejected
    if (thrown instanceof Rejected || !(thrown instanceof Error)) throw thrown
    return reject(explained(thrown.message))
  } finally {
    db.close()
  }
}

interface Options {
  readonly now: number
  /** Maximum duration in milliseconds of real time. */
  readonly limitMillis: number
}

/** Lists the tables, or the columns of one. */
const listing = (nodes: ReadonlyArray<Node>): ReadonlyArray<AnalyticsRow> | undefined => {
  const [first, second, third] = nodes
  if (isWord(first, "SHOW") && isWord(second, "TABLES") && third === undefined) {
    return tableNames.map((name) => ({ name }))
  }
  if (!isWord(first, "DESCRIBE", "DESC")) return undefined
  const name = (isWord(second, "TABLE") ? third : second)?.source ?? ""
  if (!tableNames.includes(name)) return reject(explained(`no such table: ${name}`))
  const others = { default_type: "", default_expression: "", comment: "", codec_expression: "", ttl_expression: "" }
  return Object.entries(columnsOf(name)).map(([name, type]) => ({ name, type, ...others }))
}

const attempt = <A>(evaluate: () => A): Effect.Effect<A, AnalyticsQueryError> =>
  Effect.fromResult(
    Result.try({
      try: evaluate,
      catch: (thrown) => {
        if (!(thrown instanceof Rejected)) throw thrown
        return new AnalyticsQueryError({ error: thrown.error })
      }
    })
  )

/** Runs a query on the project's rows. */
export const runAnalyticsQuery = (
  project: Project,
  given: AnalyticsQuery,
  spentMillis = 0
): Effect.Effect<ReadonlyArray<AnalyticsRow>, AnalyticsQueryError> =>
  Effect.gen(function*() {
    const { now, params, query, timeoutMillis } = given
    const nodes = yield* attempt(() => statementOf(query))
    const listed = yield* attempt(() => listing(nodes))
    if (listed !== undefined) return listed
    const statement = yield* attempt(() => translated(nodes))
    const sql = yield* Effect.promise(loadEngine)
    const limitMillis = Math.min(timeoutMillis, maxMillis)
    let rows: ReadonlyArray<AnalyticsRow> = []
    const ending = yield* attempt(() =>
      withinLimit(() => {
        rows = run(sql, project, statement, params, { now, limitMillis })
      }, limitMillis)
    )
    if (ending.isDone) return rows
    // the stopped engine may be inconsistent
    engine = undefined
    const spent = spentMillis + ending.spentMillis
    return spent < limitMillis * 0.9
      ? yield* runAnalyticsQuery(project, given, spent)
      : yield* attempt(() => reject(timeoutError(limitMillis)))
  })
