/**
 * The schemas of endpoints and errors. They aren't part of an endpoint: clients use the code that the build compiled
 * from them, and so don't load `Schema`.
 */
import type * as Schema from "effect/Schema"
import type { ErrorSpec, KnownErrorClass } from "../KnownError.ts"
import type { Spec } from "../Spec.ts"
import { wireStruct } from "../wireNames.ts"
import { declaredDetails, declaredSchemas } from "./contractSchemas.ts"

/** The schemas of an endpoint. */
export interface EndpointSchemas {
  readonly input: Schema.Struct.Fields
  /** The schema of the input with wire names. Built on first use. */
  readonly inputSchema: Schema.Codec<any, { readonly [name: string]: unknown }>
  readonly output: Schema.Codec<any, unknown>
}

const known = new WeakMap<Spec, EndpointSchemas>()

/** Remembers the schemas of an endpoint. */
export const keepSchemas = (
  spec: Spec,
  input: Schema.Struct.Fields,
  output: Schema.Constraint
): EndpointSchemas => {
  let inputSchema: EndpointSchemas["inputSchema"] | undefined
  const schemas: EndpointSchemas = {
    input,
    get inputSchema() {
      return inputSchema ??= wireStruct(input) as EndpointSchemas["inputSchema"]
    },
    output: output as EndpointSchemas["output"]
  }
  known.set(spec, schemas)
  return schemas
}

/** Returns the schemas of an endpoint's input and output. */
export const schemasOf = (endpoint: { readonly spec: Spec } | Spec): EndpointSchemas => {
  const spec = "spec" in endpoint ? endpoint.spec : endpoint
  const own = known.get(spec)
  if (own !== undefined) return own
  const { input = {}, output } = declaredSchemas[spec.name]!
  return keepSchemas(spec, input, output)
}

/** Returns the schemas of a known error's details. */
export const detailsOf = (known: KnownErrorClass<any> | ErrorSpec): Schema.Struct.Fields => {
  const { code, details } = "spec" in known ? known.spec : known
  return typeof details === "function" ? declaredDetails[code]! : details
}
