/**
 * Maps camelCase to the wire's snake_case. `wire(name, schema)` sets the wire name of a field whose platform name is
 * irregular.
 */
import * as Schema from "effect/Schema"

const irregular = "latchkey/wireName"

/** A field with an irregular name on the wire: `createdAt: wire("created_at_millis", Schema.DateFromMillis)`. */
export const wire = <S extends Schema.Constraint>(name: string, schema: S): S =>
  // annotateKey doesn't change the schema's type, but its declared result would slow the type check
  (schema as unknown as Schema.Top).pipe(Schema.annotateKey({ [irregular]: name })) as unknown as S

/** `displayName` → `display_name`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The wire name of a field. */
export const wireName = (key: string, schema: Schema.Constraint): string => {
  const own = schema.ast.context?.annotations?.[irregular]
  return typeof own === "string" ? own : snakeCase(key)
}

/** The schema of an object, decoded with our names and encoded with the platform's. */
export interface WireSchema<Fields extends Schema.Struct.Fields>
  extends Schema.Codec<Schema.Struct.Type<Fields>, { readonly [name: string]: unknown }>
{
  /** The fields, so that other schemas of the same object can add or omit some of them. */
  readonly fields: Fields
}

/** A struct without fields would accept every value but null, and any unknown fields. */
const nothing = { "~": Schema.optionalKey(Schema.Never) }

/** Builds the schema of an object from its fields. */
export const wireStruct = <const Fields extends Schema.Struct.Fields>(fields: Fields): WireSchema<Fields> => {
  const names: Record<string, string> = {}
  for (const key of Object.keys(fields)) {
    names[key] = wireName(key, fields[key]!)
  }
  const schema = Schema.Struct(Object.keys(names).length === 0 ? nothing : fields).pipe(
    Schema.encodeKeys(names as never)
  )
  // encodeKeys computes the wire type too; no caller reads it, and erasing it keeps the type check fast
  return Object.assign(schema, { fields }) as unknown as WireSchema<Fields>
}
