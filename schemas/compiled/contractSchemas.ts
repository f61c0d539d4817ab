/**
 * The schemas of the contract's endpoints and errors by name. In the sources, `endpoint` and `KnownError` hold their
 * schemas, so this module lists none. In the package, the schemas are compiled and the build generates this module.
 */
import type * as Schema from "effect/Schema"

/** The schemas of an endpoint as it is declared. */
export interface DeclaredSchemas {
  readonly input?: Schema.Struct.Fields
  readonly output: Schema.Constraint
}

export const declaredSchemas: { readonly [endpoint: string]: DeclaredSchemas } = {}

export const declaredDetails: { readonly [code: string]: Schema.Struct.Fields } = {}
