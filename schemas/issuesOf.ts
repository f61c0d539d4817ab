import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Lists where a value doesn't match its schema, and what is expected there. Never contains the value. */
export const issuesOf = (
  error: Schema.SchemaError
): ReadonlyArray<{ readonly path: string; readonly problem: string }> =>
  format(error.issue).issues.map(({ message, path }) => ({
    path: (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join("."),
    problem: message
  }))
