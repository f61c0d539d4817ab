/** Names on the wire. Loads no `Schema`. */
import type * as Schema from "effect/Schema"

/** The annotation of a field with an irregular name. */
export const irregular = "latchkey/wireName"

/** `displayName` → `display_name`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the wire name of a field. */
export const wireName = (key: string, schema: Schema.Constraint): string => {
  const own = schema.ast.context?.annotations?.[irregular]
  return typeof own === "string" ? own : snakeCase(key)
}
