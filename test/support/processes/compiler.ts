/** The TypeScript compiler, as a process. */
import * as path from "node:path"

/**
 * Arguments with which Node runs the compiler. With one thread, the compiler takes the same time on two cores and does
 * half the work.
 */
export const compilerLine = [
  path.resolve(import.meta.dirname, "../../../node_modules/typescript/bin/tsc"),
  "--singleThreaded",
  "--pretty",
  "false"
]
