/** Callers who write promises give secrets as text; endpoints take them wrapped, so that nothing prints them. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { Spec } from "../../schemas/Endpoint.ts"

/** The same input with each secret field also as bare text. */
export type Bare<Input> = {
  [Name in keyof Input]: Extract<Input[Name], Redacted.Redacted> extends never ? Input[Name] : Input[Name] | string
}

/** Wraps the bare secrets among an endpoint's fields. */
export const wrapSecrets = (spec: Spec, input: unknown): unknown => {
  if (typeof input !== "object" || input === null) return input
  const fields = Object.entries(input).map(([name, value]) => {
    const field = Object.hasOwn(spec.input, name) ? spec.input[name] : undefined
    return [name, typeof value === "string" && field !== undefined && isSecret(field) ? Redacted.make(value) : value]
  })
  return Object.fromEntries(fields)
}

const isSecret = (field: Schema.Constraint): boolean => holdsRedacted(Schema.toType(field).ast)

const holdsRedacted = (ast: SchemaAST.AST): boolean => {
  switch (ast._tag) {
    case "Declaration":
      return (ast.annotations?.["representation"] as { readonly id?: unknown } | undefined)?.id === redactedId
    case "Union":
      return ast.types.some(holdsRedacted)
    default:
      return false
  }
}

/** What Effect calls the schema of wrapped values. */
const redactedId = "effect/schema/Redacted"
