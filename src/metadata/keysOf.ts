import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/**
 * Returns the keys of the objects that a schema reads and writes, in any of its versions, or `undefined` if it accepts
 * arbitrary keys.
 */
export const keysOf = (schema: Schema.Top): ReadonlySet<PropertyKey> | undefined => {
  const keys = new Set<PropertyKey>()
  let isOpen = false
  const visit = (ast: SchemaAST.AST): void => {
    if (SchemaAST.isUnion(ast)) { for (const type of ast.types) visit(type) }
    else if (SchemaAST.isSuspend(ast)) visit(ast.thunk())
    else if (SchemaAST.isObjects(ast)) {
      for (const { name } of ast.propertySignatures) keys.add(name)
      isOpen ||= ast.indexSignatures.length > 0
    }
  }
  visit(SchemaAST.toEncoded(schema.ast))
  return isOpen ? undefined : keys
}
