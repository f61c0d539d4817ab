/** Reads all pages of a list. */
import * as Effect from "effect/Effect"
import type { PageResponse } from "../../schemas/entities/responses.ts"

/**
 * Returns the items of all pages. A loop instead of a stream, so that pages of apps don't load the code of streams.
 *
 * @param ask requests the page after a cursor
 */
export const everyPage = <Item, E, R>(
  ask: (cursor: string | undefined) => Effect.Effect<PageResponse<Item>, E, R>
): Effect.Effect<ReadonlyArray<Item>, E, R> =>
  Effect.gen(function*() {
    const all: Array<Item> = []
    let cursor: string | undefined
    do {
      const { items, pagination }: PageResponse<Item> = yield* ask(cursor)
      all.push(...items)
      const next: string | undefined = pagination?.nextCursor ?? undefined
      // a cursor that leads to itself would be requested endlessly
      cursor = next === cursor ? undefined : next
    } while (cursor !== undefined)
    return all
  })
