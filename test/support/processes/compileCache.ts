/** Compile cache for the processes of tests, which halves the cost of short ones. */
import * as path from "node:path"

/** Environment variable for the compile cache. Empty if the tests themselves run without one. */
export const compileCache: { readonly [name: string]: string } = process.env["NODE_DISABLE_COMPILE_CACHE"] === undefined
  // not a URL, which would be the DOM's in an environment with a document
  ? { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, "../../../node_modules/.cache/latchkey/compile") }
  : { NODE_DISABLE_COMPILE_CACHE: "1" }
