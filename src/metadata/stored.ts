/** Reads and writes the metadata of users and teams by a definition. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CallError, InvalidInput } from "../../schemas/errors/CallError.ts"
import { issuesOf } from "../../schemas/issuesOf.ts"
import type { MetadataDefinition, MetadataIn, MetadataSchema, MetadataSchemas, WithMetadata } from "./definition.ts"
import { keysOf } from "./keysOf.ts"
import { MetadataInvalid } from "./MetadataInvalid.ts"

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

/** Decodes the metadata of a user or a team. A missing value counts as `null`. */
export const decode = (
  definition: MetadataDefinition<MetadataSchemas>,
  entity: WithMetadata,
  level: Level
): Result.Result<{ readonly [N in Name]?: unknown }, MetadataInvalid> => {
  const values: { [N in Name]?: unknown } = {}
  for (const [name, schema] of schemasOf(definition, levels[level])) {
    const stored = entity[fields[name]] ?? null
    const decoded = Result.flatMap(
      Result.try({
        try: () => Schema.decodeUnknownResult(Schema.toCodecJson(schema), { errors: "all" })(stored),
        catch: () => [{ path: "", problem: "The schema, or the upgrade of an older version, threw an error" }]
      }),
      Result.mapError(issuesOf)
    )
    if (Result.isSuccess(decoded)) values[name] = decoded.success
    else if (stored === null) values[name] = null
    else return Result.fail(new MetadataInvalid({ field: fields[name], issues: decoded.failure }))
  }
  return Result.succeed(values)
}

/**
 * Encodes changes of a user's or a team's metadata into the fields to send. It keeps the keys that no version of a schema
 * contains, because other programs may use them.
 */
export const encode = (
  endpoint: string,
  definition: MetadataDefinition<MetadataSchemas>,
  changes: { readonly [N in Name]?: unknown },
  entity: WithMetadata,
  level: Level
): Result.Result<WithMetadata, CallError> => {
  const schemas = schemasOf(definition, writable[level])
  const names: ReadonlyArray<string> = schemas.map(([name]) => name)
  const unknown = Object.keys(changes).filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    const problem = names.length === 0
      ? "Expected no change, because the definition has no schema for it"
      : `Expected only ${names.join(", ")}`
    return Result.fail(refused(endpoint, unknown.map((path) => ({ path, problem }))))
  }
  const sent: { -readonly [Field in keyof WithMetadata]: Schema.Json } = {}
  for (const [name, schema] of schemas) {
    const value = changes[name]
    if (value === undefined) continue
    const field = fields[name]
    const codec = Schema.toCodecJson(schema)
    const encoded = Schema.encodeUnknownResult(codec, { errors: "all" })(value)
    if (Result.isSuccess(encoded)) sent[field] = withOtherKeys(encoded.success, entity[field], keysOf(codec))
    else if (value === null) sent[field] = null
    else {
      const issues = issuesOf(encoded.failure).map(({ path, problem }) => ({
        path: path === "" ? name : `${name}.${path}`,
        problem
      }))
      return Result.fail(refused(endpoint, issues))
    }
  }
  return Result.succeed(sent)
}

const refused = (endpoint: string, issues: InvalidInput["issues"]): CallError =>
  new CallError({ endpoint, reason: new InvalidInput({ issues }) })

const isObject = (value: unknown): value is { readonly [key: string]: Schema.Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const withOtherKeys = (
  value: Schema.Json,
  stored: Schema.Json | undefined,
  known: ReadonlySet<PropertyKey> | undefined
): Schema.Json =>
  known !== undefined && isObject(value) && isObject(stored)
    ? { ...Object.fromEntries(Object.entries(stored).filter(([key]) => !known.has(key))), ...value }
    : value

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
        const entity = yield* read
        const changed = typeof changes === "function" ? changes(yield* valuesOf<Values>(definition, entity)) : changes
        const fields = yield* Effect.fromResult(encode(endpoint, definition, changed, entity, level))
        return yield* valuesOf<Values>(definition, yield* write(fields))
      })
  }
}
