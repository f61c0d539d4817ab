/** The database that the runners share: PostgreSQL for a `postgres://` address, and otherwise a file for SQLite. */
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Sqlite from "./sqlite.ts"

export const layer = (address: string): Layer.Layer<SqlClient, SqlError> =>
  address.startsWith("postgres") ? PgClient.layer({ url: Redacted.make(address) }) : Sqlite.layer(address)
