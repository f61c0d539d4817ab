/** Responses that many endpoints share. docs/protocol.md §3. */
import * as Schema from "effect/Schema"
import { builtOnUse, wireStruct } from "../wireNames.ts"

/** The response of an endpoint that returns no data. */
export class Success extends Schema.Opaque<Success>()(wireStruct({ success: Schema.Literal(true) })) {}

/** An empty response. */
export class Empty extends Schema.Opaque<Empty>()(wireStruct({})) {}

/** A complete list. */
export interface ListResponse<Item> {
  readonly items: ReadonlyArray<Item>
  readonly isPaginated: boolean
}

/** A page of a list. */
export interface PageResponse<Item> extends ListResponse<Item> {
  /** `nextCursor` is the id of the next page's first item; `null` on the last page. */
  readonly pagination?: { readonly nextCursor: string | null }
}

/** The schema of a list without pages. */
export const listOf = <Item extends Schema.Constraint>(item: Item): Schema.Codec<ListResponse<Item["Type"]>, unknown> =>
  builtOnUse(() => wireStruct({ items: Schema.Array(item), isPaginated: Schema.Boolean }) as never)

/** The schema of a list with pages. */
export const pageOf = <Item extends Schema.Constraint>(item: Item): Schema.Codec<PageResponse<Item["Type"]>, unknown> =>
  builtOnUse(() =>
    wireStruct({
      items: Schema.Array(item),
      isPaginated: Schema.Boolean,
      pagination: Schema.optionalKey(wireStruct({ nextCursor: Schema.NullOr(Schema.String) }))
    }) as never
  )
