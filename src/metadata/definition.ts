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
  readonly client?: MetadataSchema
  /** `clientReadOnlyMetadata`: users and members read it, back ends change it. */
  readonly readOnly?: MetadataSchema
  /** `serverMetadata`: only back ends read and change it. */
  readonly server?: MetadataSchema
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
  readonly clientMetadata?: Schema.Json
  readonly clientReadOnlyMetadata?: Schema.Json
  readonly serverMetadata?: Schema.Json
}

/** The metadata of a user or a team: `server` is included if a back end has read the entity. */
export type MetadataIn<S extends MetadataSchemas, Entity> = "serverMetadata" extends keyof Entity ? MetadataValues<S>
  : OwnMetadataValues<S>

/**
 * Defines the types of metadata. Values are encoded as JSON, so the schemas may contain dates and other types that have
 * a JSON form.
 */
export const define = <const S extends MetadataSchemas>(schemas: S): MetadataDefinition<S> => ({ schemas })

/** A shape that values had in an earlier version of the app. */
export interface OlderVersion<Type, Encoded> {
  readonly schema: Schema.Codec<any, Encoded>
  readonly upgrade: (old: any) => Type
}

/** Describes an earlier shape of a value, for {@link versions}. `Schema.Null` stands for a value that was never stored. */
export const older = <Old extends MetadataSchema, const Type>(
  schema: Old,
  upgrade: (old: Old["Type"]) => Type
): OlderVersion<Type, Old["Encoded"]> => ({ schema, upgrade })

/**
 * Returns a schema that decodes the current shape and older ones, which it upgrades. It encodes the current shape. If a
 * value matches several shapes, the first one applies.
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
    ...olds.map(({ schema, upgrade }) =>
      schema.pipe(Schema.decodeTo(Schema.toType(current), {
        decode: SchemaGetter.transform(upgrade),
        encode: SchemaGetter.forbiddenEncoding
      }))
    )
  ])
