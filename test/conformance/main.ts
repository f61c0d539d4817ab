/**
 * Replays recorded exchanges with the platform against the contract:
 *
 *     npm run conformance -- <folder>
 *
 * Ends with `N passed, N failed`. Exit code 0 when nothing failed, 1 when something did, 2 when the folder cannot be used.
 */
import * as Effect from "effect/Effect"
import { run } from "./run.ts"

const { code, lines } = await Effect.runPromise(run(process.argv[2]))

if (code === 2) console.error(lines.join("\n"))
else console.log(lines.join("\n"))

process.exitCode = code
