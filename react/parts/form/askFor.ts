/** Asks for what will be shown, before the code that shows it is there. */
import * as Effect from "effect/Effect"
import { type ReadDefinition, Reads } from "../../../layers/reads/index.ts"

/** Sees to it that the reads are on their way, and watches none of them. */
export const askFor = (...reads: ReadonlyArray<ReadDefinition<any, unknown, any>>): Effect.Effect<void, never, Reads> =>
  Effect.map(Reads, ({ view }) => {
    for (const read of reads) view.ensure(read)
  })
