/** Definitions of metadata: a schema for each of the three fields of users and teams. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

/** A schema that needs no services. */
export type MetadataSchema = Schema.Codec<any, any>

/** Schemas of the metadata that an app uses. */
export interface MetadataSchemas {
  /**
   * `clientMetadata`: users can change their own metadata, and members with `$update_team` can change the team's
   * metadata.
   */
  readonly client?: MetadataSchema | undefined
  /** `clientReadOnlyMetadata`: users and members read it, back ends change it. */
  readonly readOnly?: MetadataSchema | undefined
  /** `serverMetadata`: only back ends read and change it. */
  readonly server?: MetadataSchema | undefined
}

/** Typed metadata of users or teams. */
export interface MetadataDefinition<S extends MetadataSchemas> {
  readonly schemas: S
}

/** A value, or `null` if nothing is stored and the schema doesn't accept `null`. */
export type MetadataValue<C> = C extends Schema.Codec<infer Type, infer Encoded>
  ? null extends Encoded ? Type : Type | null
  : never

/** The metadata that back ends see. */
export type MetadataValues<S extends MetadataSchemas> = {
  readonly [Name in keyof S & keyof MetadataSchemas]: MetadataValue<S[Name]>
}

/** The metadata that users and members see. */
export type OwnMetadataValues<S extends MetadataSchemas> = Omit<MetadataValues<S>, "server">

/** Changes by back ends. `null` removes a value. */
export type MetadataChanges<S extends MetadataSchemas> = {
  readonly [Name in keyof S & keyof MetadataSchemas]?: MetadataValue<S[Name]> | undefined
}

/** Changes by users and members. `null` removes the value. */
export type OwnMetadataChanges<S extends MetadataSchemas> = Pick<MetadataChanges<S>, keyof S & "client">

/** A user or a team, as any call returns it. */
export interface WithMetadata {
  readonly clientMetadata?: Schema.Json | undefined
  readonly clientReadOnlyMetadata?: Schema.Json | undefined
  readonly serverMetadata?: Schema.Json | undefined
}

/** The metadata of a user or a team: `server` is included if a back end has read the entity. */
export type MetadataIn<S extends MetadataSchemas, Entity> = "serverMetadata" extends keyof Entity ? MetadataValues<S>
  : OwnMetadataValues<S>

/**
 * Defines the types of metadata. Values are encoded as JSON, so the schemas may contain dates and other types that have
 * a JSON form.
 */
export const define = <const S extends MetadataSchemas>(schemas: S): MetadataDefinition<S> => ({ schemas })

/** A former shape of values, and its upgrade to the next version. */
interface Step {
  readonly schema: MetadataSchema
  readonly upgrade: (old: any) => unknown
}

/** A shape that values had in an earlier version of the app, or several shapes that are upgraded one after the other. */
export interface OlderVersion<Type, Encoded> {
  /** The shapes, the oldest first. Each upgrade returns the next shape. */
  readonly steps: ReadonlyArray<Step>
  /** These fields exist only in the types: the result of the last upgrade, and the encoded values. */
  readonly "~type"?: Type | undefined
  readonly "~encoded"?: Encoded | undefined
  /** Adds the shape that the last upgrade returns, and the upgrade from it. */
  older<Next extends MetadataSchema, const NextType>(
    this: OlderVersion<Next["Type"], any>,
    schema: Next,
    upgrade: (old: Next["Type"]) => NextType
  ): OlderVersion<NextType, Encoded | Next["Encoded"]>
}

/**
 * Describes an earlier shape of a value, for {@link versions}. `Schema.Null` stands for a value that was never stored.
 *
 * Several earlier shapes can be chained, the oldest first. Each upgrade then returns the next shape, so that a new version
 * changes no existing upgrade:
 *
 * ```ts
 * Metadata.older(V1, ({ dark }) => ({ theme: dark ? "dark" : "light" })).older(V2, ({ theme }) => ({ theme, size: 12 }))
 * ```
 */
export const older = <Old extends MetadataSchema, const Type>(
  schema: Old,
  upgrade: (old: Old["Type"]) => Type
): OlderVersion<Type, Old["Encoded"]> => chain([{ schema, upgrade }])

const chain = <Type, Encoded>(steps: ReadonlyArray<Step>): OlderVersion<Type, Encoded> => ({
  steps,
  older: (schema, upgrade) => chain([...steps, { schema, upgrade }])
})

const versioned = "latchkey/versioned"

/** Whether {@link versions} created the schema. */
export const isVersioned = (schema: MetadataSchema): boolean => schema.ast.annotations?.[versioned] === true

/**
 * Returns a schema that decodes the current shape and older ones, which it upgrades. It encodes the current shape. If a
 * value matches several shapes, the first one applies. In a chain of shapes, the newest one comes first.
 *
 * ```ts
 * const Preferences = Metadata.versions(
 *   Schema.Struct({ theme: Schema.Literals(["light", "dark"]) }),
 *   Metadata.older(Schema.Struct({ dark: Schema.Boolean }), ({ dark }) => ({ theme: dark ? "dark" : "light" })),
 *   Metadata.older(Schema.Null, () => ({ theme: "light" }))
 * )
 * ```
 */
export const versions = <
  Current extends MetadataSchema,
  Olds extends ReadonlyArray<OlderVersion<Current["Type"], any>>
>(
  current: Current,
  ...olds: Olds
): Schema.Codec<
  Current["Type"],
  | Current["Encoded"]
  | { [Index in keyof Olds]: Olds[Index] extends OlderVersion<any, infer Encoded> ? Encoded : never }[number]
> =>
  Schema.Union([
    current,
    ...olds.flatMap(({ steps }) => steps.map((_, at) => upgraded(steps.slice(at), current)).toReversed())
  ]).annotate({ [versioned]: true })

/** Returns a schema that decodes the first shape, and upgrades it step by step. */
const upgraded = (steps: ReadonlyArray<Step>, current: MetadataSchema): MetadataSchema =>
  steps.reduce(
    (from: MetadataSchema, { upgrade }, at) =>
      from.pipe(Schema.decodeTo(Schema.toType(steps[at + 1]?.schema ?? current), {
        decode: SchemaGetter.transform(upgrade),
        encode: SchemaGetter.forbiddenEncoding
      })),
    steps[0]!.schema
  )
