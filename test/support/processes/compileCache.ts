/** Compile cache for processes that tests start. It halves the cost of short processes. */
import * as path from "node:path"

/** Environment variable for the compile cache. Empty if the tests themselves run without a compile cache. */
export const compileCache: { readonly [name: string]: string } = process.env["NODE_DISABLE_COMPILE_CACHE"] === undefined
  // a path, because in an environment with a document `URL` would be the class of the DOM
  ? { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, "../../../node_modules/.cache/latchkey/compile") }
  : { NODE_DISABLE_COMPILE_CACHE: "1" }
