/**
 * Maps camelCase to the wire's snake_case. `wire(name, schema)` sets the wire name of a field whose platform name is
 * irregular.
 */
import * as Schema from "effect/Schema"
import { irregular, wireName } from "./compiled/wireName.ts"

export { wireName } from "./compiled/wireName.ts"

/** A field with an irregular name on the wire: `createdAt: wire("created_at_millis", Schema.DateFromMillis)`. */
export const wire = <S extends Schema.Constraint>(name: string, schema: S): S =>
  // annotateKey doesn't change the schema's type, but its declared result would slow the type check
  (schema as unknown as Schema.Top).pipe(Schema.annotateKey({ [irregular]: name })) as unknown as S

/** The schema of an object, decoded with our names and encoded with the platform's. */
export interface WireSchema<Fields extends Schema.Struct.Fields>
  extends Schema.Codec<Schema.Struct.Type<Fields>, { readonly [name: string]: unknown }>
{
  /** The fields, so that other schemas of the same object can add or omit some of them. */
  readonly fields: Fields
}

/** A struct without fields would accept every value but null, and any unknown fields. */
const nothing = { "~": Schema.optionalKey(Schema.Never) }

/**
 * Builds the schema of an object from its fields when the schema is first used, because programs import the whole
 * contract but use only a few of its schemas.
 */
export const wireStruct = <const Fields extends Schema.Struct.Fields>(fields: Fields): WireSchema<Fields> =>
  builtOnUse(() => {
    const names: Record<string, string> = {}
    for (const key of Object.keys(fields)) {
      names[key] = wireName(key, fields[key]!)
    }
    // encodeKeys also computes the wire type; no caller reads that type, and erasing it keeps type checking fast
    return Schema.Struct(Object.keys(names).length === 0 ? nothing : fields).pipe(
      Schema.encodeKeys(names as never)
    ) as unknown as WireSchema<Fields>
  }, { fields })

/** Returns a schema that is built on first use. `options` are the schema's other properties. */
export const builtOnUse = <S extends Schema.Constraint>(build: () => S, options?: object): S => {
  let ast: S["ast"] | undefined
  const schema = Schema.make<S>(undefined as never, options)
  return Object.defineProperty(schema, "ast", { get: () => ast ??= build().ast })
}
