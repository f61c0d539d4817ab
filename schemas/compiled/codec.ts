/**
 * Encodes an endpoint's input and decodes its output: with `Schema` in the sources, with compiled code in the package.
 */
import * as Result from "effect/Result"
import { type Decoded, decodeWith, type Issue, type Shape } from "./shapes.ts"
import { snakeCase } from "./wireName.ts"

/** Encodes the input of an endpoint and decodes its output. */
export interface Codec {
  /** Decodes a response's JSON. Reports the first issue. */
  readonly decode: (json: unknown) => Decoded
  /** Validates an input and encodes it with wire names. Reports all issues, and unknown fields as issues. */
  readonly encode: (input: object) => Decoded<{ readonly [name: string]: unknown }>
  /** Wraps the secrets of an input that are plain strings. */
  readonly wrap: (input: object) => object
  /** The wire name of each input field. */
  readonly names: { readonly [name: string]: string }
}

/** Creates a codec from compiled schemas. An endpoint without input has no `input`. */
export const codecOf = (output: Shape, input?: Shape): Codec => ({
  decode: (json) => decodeWith(output, json),
  encode: (given) =>
    (input === undefined
      ? withoutInput(given)
      : decodeWith(input, given, true)) as Decoded<{ readonly [name: string]: unknown }>,
  wrap: (given) => {
    try {
      return input?.wrap === undefined ? given : input.wrap(given) as object
    } catch {
      // a getter or proxy threw
      return given
    }
  },
  names: input?.names ?? {}
})

const withoutInput = (given: object): Decoded<object> => {
  const issues = Reflect.ownKeys(given).map((name): Issue => ({
    path: String(name),
    problem: "Expected no excess property"
  }))
  return issues.length === 0 ? Result.succeed({}) : Result.fail(issues)
}

/** Decodes the details of an error field by field. An invalid field becomes `undefined`; nothing fails. */
export type DetailsReader = (raw: { readonly [name: string]: unknown }) => { readonly [name: string]: unknown }

/** Creates a reader for an error's details from compiled schemas, each with its wire name if that is irregular. */
export const detailsReader = (
  fields: { readonly [name: string]: Shape | readonly [wireName: string, shape: Shape] }
): DetailsReader =>
(raw) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const [wireName, shape] = "run" in field ? [snakeCase(name), field] as const : field
      return [
        name,
        Object.hasOwn(raw, wireName) ? Result.getOrElse(decodeWith(shape, raw[wireName]), () => undefined) : undefined
      ]
    })
  )
