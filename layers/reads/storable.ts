/** Whether values may be persisted. */
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { isSecret } from "../../schemas/compiled/redacted.ts"

/** Whether values of this schema may contain a secret, even nested or only on the wire. */
export const mayHoldSecret = (schema: Schema.Constraint): boolean => {
  let result = known.get(schema.ast)
  if (result === undefined) known.set(schema.ast, result = holdsSecret(schema.ast, new Set()))
  return result
}

const known = new WeakMap<SchemaAST.AST, boolean>()

const holdsSecret = (ast: SchemaAST.AST, seen: Set<SchemaAST.AST>): boolean => {
  if (seen.has(ast)) return false
  seen.add(ast)
  // Effect's own `Schema.Redacted` has this name
  if (isSecret(ast) || ast.annotations?.["expected"] === "Redacted") return true
  return [...partsOf(ast), ...(ast.encoding ?? []).map(({ to }) => to)].some((part) => holdsSecret(part, seen))
}

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  switch (ast._tag) {
    case "Declaration":
      return ast.typeParameters
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Objects":
      return [
        ...ast.propertySignatures.map(({ type }) => type),
        ...ast.indexSignatures.flatMap(({ parameter, type }) => [parameter, type])
      ]
    case "Union":
      return ast.types
    case "Suspend":
      return [ast.thunk()]
    default:
      return []
  }
}
