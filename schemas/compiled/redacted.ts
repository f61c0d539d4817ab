/** The schema of secrets, and a function that wraps secrets passed as plain strings. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaGetter from "effect/SchemaGetter"
import { allowing, made } from "./origins.ts"
import { asIs, isReadable, unwrapped, wrapped } from "./plain.ts"

const secret = "latchkey/secret"

/**
 * A secret that is sent as a string. Its value is `Redacted`, so that nothing prints it. An invalid secret is reported
 * like any other field, as in `code: Expected a code of 45 characters`; `Schema.RedactedFromValue` would only report
 * that `code.value` is invalid. `clean` changes the text before it is validated and sent.
 */
export const redacted = (
  text: Schema.Codec<string>,
  clean: (text: string) => string = asIs
): Schema.Codec<Redacted.Redacted, string> => {
  const wrapping = { decode: SchemaGetter.transform(wrapped), encode: SchemaGetter.transform(made(unwrapped, clean)) }
  const type = Schema.declare((value): value is Redacted.Redacted => Redacted.isRedacted(value), {
    expected: "Redacted",
    [secret]: true,
    toCodecJson: () => Schema.link<Redacted.Redacted>()(text, wrapping)
  }).check(allowing(isReadable, "a secret as text or wrapped by this copy of effect"))
  return text.pipe(Schema.decodeTo(type, wrapping))
}

/** Whether a type is a secret. */
export const isSecret = (type: SchemaAST.AST): boolean => type.annotations?.[secret] === true

/**
 * Wraps the plain-string secrets in an endpoint's input. A value of the wrong type stays unchanged, and the call
 * rejects it.
 */
export const wrapSecrets = (inputSchema: Schema.Constraint, input: object): object => {
  try {
    return wrap(SchemaAST.toType(inputSchema.ast), input) as object
  } catch {
    // a getter or proxy threw
    return input
  }
}

const wrap = (type: SchemaAST.AST, value: unknown): unknown => {
  if (!holdsSecret(type)) return value
  if (isSecret(type)) return typeof value === "string" ? Redacted.make(value) : value
  if (type._tag === "Union") return type.types.reduce((value, member) => wrap(member, value), value)
  if (typeof value !== "object" || value === null || Redacted.isRedacted(value)) return value
  if (type._tag === "Arrays") {
    return Array.isArray(value) ? value.map((item, at) => wrapIn(type.elements[at], type.rest, item)) : value
  }
  const { indexSignatures, propertySignatures } = type as SchemaAST.Objects
  const rest = indexSignatures.map((index) => index.type)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      wrapIn(propertySignatures.find((property) => property.name === name)?.type, rest, item)
    ])
  )
}

const wrapIn = (own: SchemaAST.AST | undefined, rest: ReadonlyArray<SchemaAST.AST>, value: unknown): unknown =>
  own === undefined ? rest.reduce((value, type) => wrap(type, value), value) : wrap(own, value)

const known = new WeakMap<SchemaAST.AST, boolean>()

/** Whether a type is a secret or contains one. JSON, the only recursive type of the contract, contains none. */
export const holdsSecret = (type: SchemaAST.AST): boolean => {
  let holds = known.get(type)
  if (holds === undefined) known.set(type, holds = isSecret(type) || partsOf(type).some(holdsSecret))
  return holds
}

const partsOf = (type: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  switch (type._tag) {
    case "Union":
      return type.types
    case "Objects":
      return [...type.propertySignatures, ...type.indexSignatures].map((part) => part.type)
    case "Arrays":
      return [...type.elements, ...type.rest]
    default:
      return []
  }
}
