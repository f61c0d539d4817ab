/** Where the processes of tests keep their modules compiled: half of what a short one costs. */
import * as path from "node:path"

/** For the environment of a process. Whoever runs the tests without it, as Node can be told, has processes without it. */
export const compileCache: { readonly [name: string]: string } = process.env["NODE_DISABLE_COMPILE_CACHE"] === undefined
  // no URL: where there is a document, it is that document's
  ? { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, "../../../node_modules/.cache/latchkey/compile") }
  : { NODE_DISABLE_COMPILE_CACHE: "1" }
