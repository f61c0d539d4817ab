/** Starts requests before the code that shows their results has loaded. */
import * as Effect from "effect/Effect"
import { ReadCache, type ReadDefinition } from "../../../layers/reads/index.ts"

/** Starts the requests of reads without subscribing to them. */
export const askFor = (
  ...reads: ReadonlyArray<ReadDefinition<any, unknown, any>>
): Effect.Effect<void, never, ReadCache> =>
  Effect.map(ReadCache, ({ view }) => {
    for (const read of reads) view.ensure(read)
  })
