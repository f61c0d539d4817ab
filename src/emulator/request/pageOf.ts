/** Range of a page. */
export interface Range {
  /** Id of the first item. */
  readonly cursor?: string | undefined
  /** Maximum number of items. @default all */
  readonly limit?: number | undefined
}

/** Returns a page of a list. Without `cursor` and `limit`, returns the complete list unpaginated, like older revisions. */
export const pageOf = <Item extends { readonly id: string }, View>(
  items: ReadonlyArray<Item>,
  { cursor, limit }: Range,
  view: (item: Item) => View
) => {
  if (cursor === undefined && limit === undefined) return { items: items.map(view), isPaginated: false }
  const found = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor)
  const start = found === -1 ? items.length : found
  const end = start + (limit ?? items.length)
  return {
    items: items.slice(start, end).map(view),
    isPaginated: true,
    pagination: { nextCursor: items[end]?.id ?? null }
  }
}
