/**
 * Replays recorded exchanges with the platform against the contract:
 *
 *     npm run conformance -- <folder>
 *
 * Ends with `N passed, N failed`. Exit code 0 when nothing failed, 1 when something did, 2 when the folder cannot be used.
 */
import * as Effect from "effect/Effect"
import { load } from "./recordings.ts"
import { report } from "./report.ts"

const folder = process.argv[2]

const run = folder === undefined
  ? Effect.sync(() => {
    console.error("Name the folder that holds the recordings: npm run conformance -- <folder>")
    return 2
  })
  : load(folder).pipe(
    Effect.map((recordings) => {
      const { failed, lines } = report(recordings)
      console.log(lines.join("\n"))
      return failed === 0 ? 0 : 1
    }),
    Effect.catch((error) =>
      Effect.sync(() => {
        console.error(error.message)
        return 2
      })
    )
  )

process.exitCode = await Effect.runPromise(run)
