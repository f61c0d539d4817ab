/** Starts requests before the code that shows their results has loaded. */
import * as Effect from "effect/Effect"
import { type ReadDefinition, Reads } from "../../../layers/reads/index.ts"

/** Starts the requests of reads without subscribing to them. */
export const askFor = (...reads: ReadonlyArray<ReadDefinition<any, unknown, any>>): Effect.Effect<void, never, Reads> =>
  Effect.map(Reads, ({ view }) => {
    for (const read of reads) view.ensure(read)
  })
