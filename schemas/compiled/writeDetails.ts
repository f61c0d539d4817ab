import * as Schema from "effect/Schema"
import type { KnownError } from "../KnownError.ts"
import { wireName } from "../wireNames.ts"

/** Encodes the details of an error as the platform sends them; `undefined` when the error has none. */
export const writeDetails = (error: KnownError, fields: Schema.Struct.Fields): Record<string, unknown> | undefined => {
  const keys = Object.keys(fields)
  if (keys.length === 0) return undefined
  const details: Record<string, unknown> = {}
  for (const key of keys) {
    const value = error.details[key]
    if (value !== undefined) {
      details[wireName(key, fields[key]!)] = Schema.encodeUnknownSync(fields[key] as Schema.Codec<unknown>)(value)
    }
  }
  return details
}
