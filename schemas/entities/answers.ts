/** The answers that many endpoints share. docs/protocol.md §3. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** It is done; there is nothing more to say. */
export class Success extends Schema.Opaque<Success>()(wireStruct({ success: Schema.Literal(true) })) {}

/** An answer without a word. */
export class Empty extends Schema.Opaque<Empty>()(wireStruct({})) {}

/** All items at once. */
export interface ListResponse<Item> {
  readonly items: ReadonlyArray<Item>
  readonly isPaginated: boolean
}

/** One page of items. */
export interface PageResponse<Item> extends ListResponse<Item> {
  /** `nextCursor` is the id of the next page's first item; `null` on the last page. */
  readonly pagination?: { readonly nextCursor: string | null }
}

/** A list that always comes whole. */
export const listOf = <Item extends Schema.Constraint>(item: Item): Schema.Codec<ListResponse<Item["Type"]>, unknown> =>
  wireStruct({ items: Schema.Array(item), isPaginated: Schema.Boolean }) as never

/** A list that comes in pages. */
export const pageOf = <Item extends Schema.Constraint>(item: Item): Schema.Codec<PageResponse<Item["Type"]>, unknown> =>
  wireStruct({
    items: Schema.Array(item),
    isPaginated: Schema.Boolean,
    pagination: Schema.optionalKey(wireStruct({ nextCursor: Schema.NullOr(Schema.String) }))
  }) as never
