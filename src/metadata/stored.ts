/** Reads and writes the metadata of users and teams by a definition. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { CallError, InvalidInput } from "../../schemas/errors/CallError.ts"
import type { MetadataDefinition, MetadataIn, MetadataSchema, MetadataSchemas, WithMetadata } from "./definition.ts"
import { explain, explainDecoding } from "./explain.ts"
import { MetadataInvalid } from "./MetadataInvalid.ts"
import { withOtherKeys } from "./otherKeys.ts"

const fields = {
  client: "clientMetadata",
  readOnly: "clientReadOnlyMetadata",
  server: "serverMetadata"
} as const

type Name = keyof typeof fields

/** Names that users and members see, and names that back ends see. */
export const levels = {
  own: ["client", "readOnly"],
  server: ["client", "readOnly", "server"]
} as const satisfies { readonly [level: string]: ReadonlyArray<Name> }

export type Level = keyof typeof levels

/** Names that users and members can change, and names that back ends can change. */
const writable: { readonly [L in Level]: ReadonlyArray<Name> } = { own: ["client"], server: levels.server }

const schemasOf = (
  { schemas }: MetadataDefinition<MetadataSchemas>,
  names: ReadonlyArray<Name>
): Array<readonly [Name, MetadataSchema]> =>
  names.flatMap((name) => schemas[name] === undefined ? [] : [[name, schemas[name]] as const])

/** Decodes a stored value. Schemas and upgrades may throw. */
const decodeJson = (schema: MetadataSchema, stored: unknown): Result.Result<unknown, unknown> =>
  Result.flatMap(
    Result.try({ try: () => Schema.decodeUnknownResult(Schema.toCodecJson(schema))(stored), catch: () => undefined }),
    (decoded): Result.Result<unknown, unknown> => decoded
  )

/** Decodes the metadata of a user or a team. A missing value counts as `null`. */
export const decode = (
  definition: MetadataDefinition<MetadataSchemas>,
  entity: WithMetadata,
  level: Level
): Result.Result<{ readonly [N in Name]?: unknown }, MetadataInvalid> => {
  const values: { [N in Name]?: unknown } = {}
  for (const [name, schema] of schemasOf(definition, levels[level])) {
    const stored = entity[fields[name]] ?? null
    const decoded = decodeJson(schema, stored)
    if (Result.isSuccess(decoded)) values[name] = decoded.success
    else if (stored === null) values[name] = null
    else return Result.fail(new MetadataInvalid({ field: fields[name], ...explainDecoding(schema, stored) }))
  }
  return Result.succeed(values)
}

/** Values to store, and their schemas. */
type Encoded = ReadonlyArray<readonly [Name, MetadataSchema, Schema.Json]>

/** Encodes changes of a user's or a team's metadata. `outcome`: the error's sentence about the result of the update. */
const encode = (
  endpoint: string,
  definition: MetadataDefinition<MetadataSchemas>,
  changes: { readonly [N in Name]?: unknown },
  level: Level,
  outcome?: string
): Result.Result<Encoded, CallError> => {
  const refused = (issues: InvalidInput["issues"]) =>
    Result.fail(new CallError({ endpoint, reason: new InvalidInput({ issues, outcome }) }))
  const schemas = schemasOf(definition, writable[level])
  const names: ReadonlyArray<string> = schemas.map(([name]) => name)
  const unknown = Object.keys(changes).filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    const problem = names.length === 0
      ? "Expected no change, because the definition has no schema for it"
      : `Expected only ${names.join(", ")}`
    return refused(unknown.map((path) => ({ path, problem })))
  }
  const encoded: Array<Encoded[number]> = []
  for (const [name, schema] of schemas) {
    const value = changes[name]
    if (value === undefined) continue
    const result = Schema.encodeUnknownResult(Schema.toCodecJson(schema), { errors: "all" })(value)
    if (Result.isSuccess(result)) encoded.push([name, schema, result.success])
    else if (value === null) encoded.push([name, schema, null])
    else {
      const { issues } = explain(result.failure, value)
      return refused(issues.map(({ path, problem }) => ({ path: path === "" ? name : `${name}.${path}`, problem })))
    }
  }
  return Result.succeed(encoded)
}

/** Returns the fields to send: the values, with the keys that no version of their schemas contains. */
const fieldsToSend = (encoded: Encoded, entity: WithMetadata): WithMetadata =>
  Object.fromEntries(encoded.map(([name, schema, value]) => {
    const stored = entity[fields[name]]
    const codec = Schema.toCodecJson(schema)
    const normal = Result.getOrUndefined(
      Result.flatMap(decodeJson(schema, stored), (decoded) => Schema.encodeUnknownResult(codec)(decoded))
    )
    return [fields[name], withOtherKeys(SchemaAST.toEncoded(codec.ast), value, stored, normal)]
  }))

/**
 * Decodes the metadata of a user or a team that a call has returned. Fails with `MetadataInvalid` if a value matches no
 * version of its schema.
 */
export const of = <S extends MetadataSchemas, Entity extends WithMetadata>(
  definition: MetadataDefinition<S>,
  entity: Entity
): Effect.Effect<MetadataIn<S, Entity>, MetadataInvalid> =>
  Effect.fromResult(decode(definition, entity, "serverMetadata" in entity ? "server" : "own")) as Effect.Effect<
    MetadataIn<S, Entity>,
    MetadataInvalid
  >

/** Returns a program that reads an entity, and another that reads and then writes it. `Values` are typed by the caller. */
export const storedIn = <Entity extends WithMetadata, E, R, E2, R2>(
  { level, read, write }: {
    readonly level: Level
    readonly read: Effect.Effect<Entity, E, R>
    readonly write: (fields: WithMetadata) => Effect.Effect<Entity, E2, R2>
  }
) => {
  const valuesOf = <Values>(definition: MetadataDefinition<MetadataSchemas>, entity: Entity) =>
    Effect.fromResult(decode(definition, entity, level)) as Effect.Effect<Values, MetadataInvalid>
  return {
    get: <Values>(definition: MetadataDefinition<MetadataSchemas>): Effect.Effect<Values, E | MetadataInvalid, R> =>
      Effect.flatMap(read, (entity) => valuesOf<Values>(definition, entity)),
    update: <Values>(
      endpoint: string,
      definition: MetadataDefinition<MetadataSchemas>,
      changes: object | ((current: Values) => object)
    ): Effect.Effect<Values, E | E2 | CallError | MetadataInvalid, R | R2> =>
      Effect.gen(function*() {
        // checked before the read, so that nothing is sent
        const given = typeof changes === "function"
          ? undefined
          : yield* Effect.fromResult(encode(endpoint, definition, changes, level))
        const entity = yield* read
        const encoded = given ?? (yield* Effect.fromResult(encode(
          endpoint,
          definition,
          (changes as (current: Values) => object)(yield* valuesOf<Values>(definition, entity)),
          level,
          "Nothing was changed"
        )))
        return yield* valuesOf<Values>(definition, yield* write(fieldsToSend(encoded, entity)))
      })
  }
}
