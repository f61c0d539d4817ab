/** Range of a page. */
export interface Range {
  /** Id of the first item. */
  readonly cursor?: string | undefined
  /** Maximum number of items. @default all */
  readonly limit?: number | undefined
}

/**
 * Returns the views of a list. Leaves out the items whose stored values are invalid, for example in a state file that was
 * edited, so that one of them doesn't hide the others.
 */
export const viewsOf = <Item, View>(items: ReadonlyArray<Item>, view: (item: Item) => View): Array<View> =>
  items.flatMap((item) => {
    try {
      return [view(item)]
    } catch {
      return []
    }
  })

/** Returns a page of a list. Without `cursor` and `limit`, returns the complete list unpaginated, like older revisions. */
export const pageOf = <Item extends { readonly id: string }, View>(
  items: ReadonlyArray<Item>,
  { cursor, limit }: Range,
  view: (item: Item) => View
) => {
  if (cursor === undefined && limit === undefined) return { items: viewsOf(items, view), isPaginated: false }
  const found = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor)
  const start = found === -1 ? items.length : found
  const end = start + (limit ?? items.length)
  return {
    items: viewsOf(items.slice(start, end), view),
    isPaginated: true,
    pagination: { nextCursor: items[end]?.id ?? null }
  }
}
