/** The conformance command, up to what it prints. */
import * as Effect from "effect/Effect"
import { load, Unusable } from "./recordings.ts"
import { report } from "./report.ts"

/** What the command prints, and its exit code. */
export interface Outcome {
  readonly code: 0 | 1 | 2
  readonly lines: ReadonlyArray<string>
}

export const run = (folder: string | undefined): Effect.Effect<Outcome> =>
  (folder === undefined
    ? Effect.fail(
      new Unusable({ message: "Name the folder that holds the recordings: npm run conformance -- <folder>" })
    )
    : Effect.map(load(folder), report)).pipe(
      Effect.map(({ failed, lines }): Outcome => ({ code: failed === 0 ? 0 : 1, lines })),
      Effect.catch(({ message }) => Effect.succeed<Outcome>({ code: 2, lines: [message] }))
    )
