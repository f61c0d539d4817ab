/**
 * camelCase here, snake_case on the wire. One rule; where the platform is irregular, `wire(name, schema)` beside the
 * field says what it is called there.
 */
import * as Schema from "effect/Schema"

const irregular = "latchkey/wireName"

/** A field the platform spells in its own way: `createdAt: wire("created_at_millis", Schema.DateFromMillis)`. */
export const wire = <S extends Schema.Constraint>(name: string, schema: S): S =>
  // annotateKey keeps the schema's type; its signature widens to the "Rebuild" form, which costs instantiations
  (schema as unknown as Schema.Top).pipe(Schema.annotateKey({ [irregular]: name })) as unknown as S

/** `displayName` → `display_name`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The name of a field on the wire. */
export const wireName = (key: string, schema: Schema.Constraint): string => {
  const own = schema.ast.context?.annotations?.[irregular]
  return typeof own === "string" ? own : snakeCase(key)
}

/** An object of the contract: decoded with our names, encoded with the platform's. */
export interface WireStruct<Fields extends Schema.Struct.Fields>
  extends Schema.Codec<Schema.Struct.Type<Fields>, { readonly [name: string]: unknown }>
{
  /** The fields, to build a wider or narrower view of the same object from. */
  readonly fields: Fields
}

/** A struct without any field would take every value but null, text and numbers too, and let unknown fields through. */
const nothing = { "~": Schema.optionalKey(Schema.Never) }

/** Builds the schema of an object from its fields. */
export const wireStruct = <const Fields extends Schema.Struct.Fields>(fields: Fields): WireStruct<Fields> => {
  const names: Record<string, string> = {}
  for (const key of Object.keys(fields)) {
    names[key] = wireName(key, fields[key]!)
  }
  const schema = Schema.Struct(Object.keys(names).length === 0 ? nothing : fields).pipe(
    Schema.encodeKeys(names as never)
  )
  // encodeKeys computes the wire type too; no caller reads it, and erasing it keeps the type check fast
  return Object.assign(schema, { fields }) as unknown as WireStruct<Fields>
}
