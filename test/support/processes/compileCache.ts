/** Where the processes of tests keep their modules compiled: half of what a short one costs. */
import * as path from "node:path"

/** For the environment of a process. */
export const compileCache = {
  // no URL: where there is a document, it is that document's
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, "../../../node_modules/.cache/latchkey/compile")
}
