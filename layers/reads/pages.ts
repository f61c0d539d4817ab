/** Paged lists as streams: one page in memory, the next one requested on demand. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { PageResponse } from "../../schemas/entities/responses.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/** Default number of items on a page. */
export const pageSize = 100

/**
 * The first item of the next page no longer exists, or no longer matches the filter. The platform then returns an empty
 * page, as at the end of the list, so the missing items are unknown.
 *
 * @cause The item was deleted while the list was read.
 * @fix Read the list again from the start, or request larger pages.
 */
export class NextPageLost extends TaggedError("NextPageLost")<{
  /** Name of the endpoint, such as `users.list`. */
  readonly endpoint: string
  /** Id of the missing item. */
  readonly cursor: string
}> {
  override get message(): string {
    return `The list ${this.endpoint} was not read completely: ${this.cursor}, the first item of its next page, is `
      + "no longer in it. Read it again from the start."
  }
}

/** Streams a list in which `nextCursor` is the first item of the next page. */
export const pages = <Item, E, R>(
  endpoint: string,
  ask: (cursor: string | undefined) => Effect.Effect<PageResponse<Item>, E, R>
): Stream.Stream<Item, E | NextPageLost, R> =>
  after((cursor) =>
    Effect.filterOrFail(
      ask(cursor),
      ({ items }) => cursor === undefined || items.length > 0,
      () => new NextPageLost({ endpoint, cursor: cursor ?? "" })
    )
  )

/** Streams a list in which `nextCursor` is the last item of the current page. */
export const after = <Item, E, R>(
  ask: (cursor: string | undefined) => Effect.Effect<Pick<PageResponse<Item>, "items" | "pagination">, E, R>
): Stream.Stream<Item, E, R> =>
  Stream.paginate<string | undefined, Item, E, R>(
    undefined,
    (cursor) =>
      Effect.map(ask(cursor), ({ items, pagination }) => {
        const next = pagination?.nextCursor ?? undefined
        // a cursor that leads to itself would be requested endlessly
        return [items, next === undefined || next === cursor ? Option.none() : Option.some(next)]
      })
  )
