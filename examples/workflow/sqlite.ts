/**
 * SQLite for Effect's SQL modules, over Node's own module. Processes on one machine can share the file. With PostgreSQL,
 * use `@effect/sql-pg` instead.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/** Opens a file. Other processes wait up to `busyMillis` for a writer. */
const open = (file: string, busyMillis: number) => {
  const database = new DatabaseSync(file, { timeout: busyMillis })
  database.exec("PRAGMA journal_mode = WAL")
  return database
}

/** Converts an error by SQLite's own code, which decides whether a statement is retried. */
const asSqlError = (cause: unknown) => {
  const { errcode } = cause as { readonly errcode?: number }
  const reason = classifySqliteError(Object.assign(new Error(String(cause)), { cause, errno: errcode }), {
    message: "The statement failed",
    operation: "execute"
  })
  return new SqlError({ reason })
}

const connectionTo = (database: DatabaseSync): Connection => {
  const prepared = new Map<string, StatementSync>()
  const statementOf = (text: string) => {
    const statement = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  const run = (text: string, values: ReadonlyArray<unknown>, asArrays: boolean) =>
    Effect.withFiber<ReadonlyArray<any>, SqlError>((fiber) =>
      Effect.try({
        try: () => {
          const statement = statementOf(text)
          statement.setReadBigInts(Context.get(fiber.context, SqlClient.SafeIntegers))
          statement.setReturnArrays(asArrays)
          if (statement.columns().length > 0) return statement.all(...values as Array<SQLInputValue>)
          statement.run(...values as Array<SQLInputValue>)
          return []
        },
        catch: asSqlError
      })
    )
  const rows: Connection["execute"] = (text, values, transform) =>
    Effect.map(run(text, values, false), (found) => transform === undefined ? found : transform(found))
  return {
    execute: rows,
    executeUnprepared: rows,
    executeRaw: (text, values) => run(text, values, false),
    executeValues: (text, values) => run(text, values, true),
    executeValuesUnprepared: (text, values) => run(text, values, true),
    executeStream: (text, values, transform) => Stream.fromIterableEffect(rows(text, values, transform))
  }
}

/** A client over one connection. Transactions run one at a time. */
export const layer = (file: string, { busyMillis = 5000 } = {}): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const database = yield* Effect.acquireRelease(
        Effect.sync(() => open(file, busyMillis)),
        (database) => Effect.sync(() => database.close())
      )
      const connection = connectionTo(database)
      const turns = yield* Semaphore.make(1)
      return yield* SqlClient.make({
        driver: "sqlite-node",
        compiler: Statement.makeCompilerSqlite(),
        spanAttributes: [["db.system.name", "sqlite"]],
        acquirer: turns.withPermits(1)(Effect.succeed(connection)),
        transactionAcquirer: Effect.as(
          Effect.acquireRelease(turns.take(1), () => turns.release(1), { interruptible: true }),
          connection
        ),
        // a reader that writes later can't wait for another process, so each transaction starts as a writer
        beginTransaction: "BEGIN IMMEDIATE"
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
